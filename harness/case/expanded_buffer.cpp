#include "harness/case/expanded_buffer.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "contract/error.hpp"

namespace tutti {
namespace {

constexpr auto unit = static_cast<std::size_t>(ExpandedBuffer::run_unit);

[[noreturn]] void no_memory(std::size_t bytes) {
  throw CannotRun("no memory for a buffer of " + std::to_string(bytes) + " bytes");
}

/// A file without a name, which exists as long as it is mapped or open.
class NamelessFile {
 public:
  explicit NamelessFile(std::size_t bytes) : handle_(memfd_create("tutti", MFD_CLOEXEC)) {
    if (handle_ < 0) no_memory(bytes);
    if (ftruncate(handle_, static_cast<off_t>(bytes)) == 0) return;
    close(handle_);
    no_memory(bytes);
  }
  ~NamelessFile() { close(handle_); }
  NamelessFile(const NamelessFile&) = delete;
  NamelessFile& operator=(const NamelessFile&) = delete;

  /// Maps one unit of the file at an address whose memory is reserved.
  void map_at(std::byte* address, std::size_t unit_of_file) const {
    constexpr int access = PROT_READ | PROT_WRITE;
    void* mapped = mmap(address, unit, access, MAP_SHARED | MAP_FIXED, handle_,
                        static_cast<off_t>(unit_of_file * unit));
    if (mapped == MAP_FAILED) no_memory(unit);
  }

 private:
  int handle_;
};

/// Maps the units of a run: all between the first and the last to the same memory.
void map_run(const NamelessFile& file, std::byte* run, std::size_t units, std::size_t slot) {
  const std::size_t first = slot * 3;
  for (std::size_t i = 0; i < units; ++i)
    file.map_at(run + i * unit, first + (i == 0 ? 0 : i == units - 1 ? 2 : 1));
}

/// Returns the units of a run that together cover its memory.
std::array<std::size_t, 3> distinct_units(std::size_t units) {
  return {0, std::min<std::size_t>(1, units - 1), units - 1};
}

void fill_with(std::byte* memory, std::span<const std::byte> value) {
  std::memcpy(memory, value.data(), value.size());
  for (std::size_t filled = value.size(); filled < unit; filled *= 2)
    std::memcpy(memory + filled, memory, std::min(filled, unit - filled));
}

/// Returns whether all copies of an element are equal, whatever their padding.
template <typename T>
bool holds_one_value(const std::byte* memory, const T& value) {
  const auto* copies = reinterpret_cast<const T*>(memory);
  return std::all_of(copies, copies + unit / sizeof(T), [&](const T& copy) {
    return copy == value || std::memcmp(&copy, &value, sizeof value) == 0;
  });
}

}  // namespace

ExpandedBuffer::ExpandedBuffer(GuardedBuffer& slots, std::int64_t run_length)
    : slots_(slots),
      slot_bytes_(static_cast<std::size_t>(bytes_of(slots.placement().map(0).element))),
      run_bytes_(slot_bytes_ * static_cast<std::size_t>(run_length)),
      memory_(slots.slots().size() * static_cast<std::size_t>(run_length) + 2 * unit),
      low_(memory_.data() + unit),
      origin_(low_ +
              (static_cast<std::byte*>(slots.origin()) - slots.slots().data()) * run_length) {
  for (std::byte* guard : {memory_.data(), memory_.data() + memory_.size() - unit})
    if (mprotect(guard, unit, PROT_NONE) != 0) no_memory(unit);
  const std::size_t count = slots.slots().size() / slot_bytes_;
  const NamelessFile file(count * 3 * unit);
  for (std::size_t slot = 0; slot < count; ++slot)
    map_run(file, low_ + slot * run_bytes_, run_bytes_ / unit, slot);
}

/// Calls visit(slot, unit) for each slot and the units of memory that its copies fill.
template <typename Visit>
void ExpandedBuffer::visit_runs(Visit visit) const {
  const auto bytes = slots_.slots();
  std::byte* run = low_;
  for (std::size_t at = 0; at < bytes.size(); at += slot_bytes_, run += run_bytes_) {
    std::array<std::byte*, 3> units;
    std::ranges::transform(distinct_units(run_bytes_ / unit), units.begin(),
                           [&](std::size_t each) { return run + each * unit; });
    visit(bytes.subspan(at, slot_bytes_), units);
  }
}

void ExpandedBuffer::expand() {
  visit_runs([](std::span<const std::byte> slot, const auto& units) {
    for (std::byte* memory : units) fill_with(memory, slot);
  });
}

void ExpandedBuffer::collect() {
  visit_element(slots_.placement().map(0).element, [&](auto tag) {
    using T = typename decltype(tag)::type;
    visit_runs([](std::span<std::byte> slot, const auto& units) {
      T first;
      std::memcpy(&first, units.front(), sizeof first);
      const bool agree = std::ranges::all_of(
          units, [&](const std::byte* memory) { return holds_one_value(memory, first); });
      std::memcpy(slot.data(), units.front(), slot.size());
      if (agree) return;
      for (std::byte& byte : slot) byte = ~byte;
    });
  });
}

}  // namespace tutti
