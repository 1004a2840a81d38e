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

  /// Maps a part of the file at an address whose memory is reserved.
  void map_at(std::byte* address, std::size_t begin, std::size_t bytes) const {
    constexpr int access = PROT_READ | PROT_WRITE;
    void* mapped =
        mmap(address, bytes, access, MAP_SHARED | MAP_FIXED, handle_, static_cast<off_t>(begin));
    if (mapped == MAP_FAILED) no_memory(bytes);
  }

 private:
  int handle_;
};

/// The memory of a run: a unit for the first copies, one piece for all between, and a unit for the last copies.
class RunMemory {
 public:
  /// `bytes` are those of the run in MPI's buffer.
  explicit RunMemory(std::size_t bytes) : run_(bytes) {
    const std::size_t between = run_ > 2 * unit ? run_ - 2 * unit : 0;
    piece_ = (between / most_mappings / unit + 1) * unit;
    if (between == 0) piece_ = 0;
  }
  /// Returns the bytes that it takes.
  std::size_t bytes() const { return 2 * unit + piece_; }

  /// Maps the run to its part of the file, which begins at `begin`.
  void map(const NamelessFile& file, std::size_t begin, std::byte* run) const {
    file.map_at(run, begin, unit);
    for (std::size_t at = unit; at + unit < run_; at += piece_)
      file.map_at(run + at, begin + unit, std::min(piece_, run_ - unit - at));
    if (run_ > unit) file.map_at(run + run_ - unit, begin + unit + piece_, unit);
  }

  /// Returns the parts of a mapped run that together are all of its memory.
  std::array<std::span<std::byte>, 3> parts(std::byte* run) const {
    return {std::span(run, unit), std::span(run + std::min(unit, run_ - unit), piece_),
            std::span(run + run_ - unit, unit)};
  }

 private:
  /// Few, since a process has some ten thousand, and a buffer has many runs.
  static constexpr std::size_t most_mappings = 128;
  std::size_t run_;
  std::size_t piece_;
};

void fill_with(std::span<std::byte> memory, std::span<const std::byte> value) {
  if (memory.empty()) return;
  std::memcpy(memory.data(), value.data(), value.size());
  for (std::size_t filled = value.size(); filled < memory.size(); filled *= 2)
    std::memcpy(&memory[filled], memory.data(), std::min(filled, memory.size() - filled));
}

/// Returns whether all copies of an element are equal, whatever their padding.
template <typename T>
bool holds_one_value(std::span<const std::byte> memory, const T& value) {
  const auto* copies = reinterpret_cast<const T*>(memory.data());
  return std::all_of(copies, copies + memory.size() / sizeof(T), [&](const T& copy) {
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
  const RunMemory run(run_bytes_);
  const NamelessFile file(count * run.bytes());
  for (std::size_t slot = 0; slot < count; ++slot)
    run.map(file, slot * run.bytes(), low_ + slot * run_bytes_);
}

/// Calls visit(slot, parts) for each slot and the memory that its copies fill.
template <typename Visit>
void ExpandedBuffer::visit_runs(Visit visit) const {
  const auto bytes = slots_.slots();
  const RunMemory memory(run_bytes_);
  std::byte* run = low_;
  for (std::size_t at = 0; at < bytes.size(); at += slot_bytes_, run += run_bytes_)
    visit(bytes.subspan(at, slot_bytes_), memory.parts(run));
}

void ExpandedBuffer::expand() {
  visit_runs([](std::span<const std::byte> slot, const auto& parts) {
    for (const std::span<std::byte> part : parts) fill_with(part, slot);
  });
}

std::optional<std::int64_t> ExpandedBuffer::collect() {
  std::optional<std::int64_t> first_different;
  visit_element(slots_.placement().map(0).element, [&](auto tag) {
    using T = typename decltype(tag)::type;
    visit_runs([&](std::span<std::byte> slot, const auto& parts) {
      T first;
      std::memcpy(&first, parts.front().data(), sizeof first);
      std::memcpy(slot.data(), parts.front().data(), slot.size());
      const bool agree = std::ranges::all_of(
          parts, [&](std::span<const std::byte> part) { return holds_one_value(part, first); });
      if (!agree && !first_different) first_different = slot.data() - slots_.slots().data();
    });
  });
  return first_different;
}

}  // namespace tutti
