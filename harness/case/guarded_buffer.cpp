#include "harness/case/guarded_buffer.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <random>

#include "contract/splitmix.hpp"

namespace tutti {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t guard_bytes = 1024;  ///< behind the data; in front it is at least a page

/// Returns the contents of an untouched page. No two neighbouring bytes are equal, and no byte is 0
/// or 1, so that a fill value, a shift and a boolean are all detected.
const std::array<std::byte, page>& pattern() {
  static const auto bytes = [] {
    std::array<std::byte, page> result;
    std::byte previous{0};
    for (std::size_t i = 0; i < page; ++i) {
      std::byte next{static_cast<unsigned char>(mix(i, 0) % 253 + 3)};
      if (next == previous) next = next == std::byte{0xA5} ? std::byte{0x5A} : std::byte{0xA5};
      result[i] = previous = next;
    }
    return result;
  }();
  return bytes;
}

/// Returns the part of the pattern from an address up to the end of its page.
std::span<const std::byte> pattern_at(const std::byte* address) {
  return std::span(pattern()).subspan(reinterpret_cast<std::uintptr_t>(address) % page);
}

void poison(std::byte* begin, const std::byte* end) {
  while (begin < end) {
    const auto source = pattern_at(begin);
    const std::size_t bytes = std::min(source.size(), static_cast<std::size_t>(end - begin));
    std::memcpy(begin, source.data(), bytes);
    begin += bytes;
  }
}

/// Returns the range of the slots of all blocks.
SlotRange slots_of(const Placement& placement) {
  std::optional<SlotRange> all;
  for (std::size_t block = 0; block < placement.counts.size(); ++block) {
    if (placement.counts[block] == 0) continue;
    const auto [low, high] = slots_of(placement.map(block), placement.counts[block]);
    const std::int64_t first = placement.first_slot(block);
    if (!all) all = SlotRange{first + low, first + high};
    all = SlotRange{std::min(all->low, first + low), std::max(all->high, first + high)};
  }
  return all.value_or(SlotRange{});
}

template <typename T>
void poison_element(T& element) {
  const auto wipe = [](auto& part) {
    auto* bytes = reinterpret_cast<std::byte*>(&part);
    poison(bytes, bytes + sizeof part);
  };
  if constexpr (is_pair<T>) {
    wipe(element.value);
    wipe(element.index);
  } else {
    wipe(element);
  }
}

}  // namespace

std::int64_t Placement::first_slot(std::size_t block) const {
  const std::int64_t displacement = displacements[block];
  return typed_per_block ? displacement / bytes_of(map(block).element)
                         : displacement * map(block).extent();
}

GuardedBuffer::GuardedBuffer(MappingPool& arenas, Placement placement, int offset)
    : placement_(std::move(placement)) {
  const std::int64_t element_bytes = bytes_of(placement_.map(0).element);
  const auto [low, high] = slots_of(placement_);
  const auto data_bytes = static_cast<std::size_t>((high - low) * element_bytes);
  const std::size_t before = page + static_cast<std::size_t>(offset);
  arena_ = arenas.lend(before + data_bytes + guard_bytes);
  low_ = arena_->data() + before;
  high_ = low_ + data_bytes;
  end_ = high_ + guard_bytes;
  origin_ = low_ - low * element_bytes;
  poison(arena_->data(), end_);
}

/// Calls visit(element) for every element from the given block on, in message order, until it
/// returns false.
template <typename Visit>
void GuardedBuffer::visit_blocks(std::byte* origin, std::size_t first_block, Visit visit) const {
  visit_element(placement_.map(0).element, [&](auto tag) {
    using T = typename decltype(tag)::type;
    auto* base = reinterpret_cast<T*>(origin);
    for (std::size_t block = first_block; block < placement_.counts.size(); ++block) {
      const Typemap& map = placement_.map(block);
      std::int64_t slot = placement_.first_slot(block);
      for (int left = placement_.counts[block]; left > 0; --left, slot += map.extent())
        for (const std::int64_t inner : map.slots)
          if (!visit(base[slot + inner])) return;
    }
  });
}

void GuardedBuffer::put(const Elements& elements, std::size_t first_block) {
  std::size_t next = 0;
  visit_blocks(origin_, first_block, [&]<typename T>(T& place) {
    const auto values = elements.as<T>();
    if (next == values.size()) return false;
    assign(place, values[next++]);
    return true;
  });
}

Elements GuardedBuffer::taken_from(std::byte* origin) const {
  std::int64_t count = 0;
  for (std::size_t block = 0; block < placement_.counts.size(); ++block)
    count += placement_.counts[block] * placement_.map(block).elements_per_instance();
  Elements elements(placement_.map(0).element, count);
  std::size_t next = 0;
  visit_blocks(origin, 0, [&]<typename T>(T& place) {
    assign(elements.as<T>()[next++], place);
    return true;
  });
  return elements;
}

Elements GuardedBuffer::take_in_random_order(std::uint64_t key) const {
  const auto before = reinterpret_cast<std::uintptr_t>(low_) % page;  // keeps the alignment
  std::vector<std::byte> copy(before + static_cast<std::size_t>(high_ - low_));
  std::vector<std::size_t> begins;
  for (std::size_t begin = before; begin < copy.size(); begin += page - begin % page)
    begins.push_back(begin);
  std::ranges::shuffle(begins, std::mt19937_64(key));
  for (const std::size_t begin : begins) {
    const std::size_t bytes = std::min(page - begin % page, copy.size() - begin);
    std::memcpy(&copy[begin], low_ + (begin - before), bytes);
  }
  return taken_from(copy.data() + before + (origin_ - low_));
}

void GuardedBuffer::erase() {
  visit_blocks(origin_, 0, [](auto& place) {
    poison_element(place);
    return true;
  });
}

std::optional<GuardedBuffer::Damage> GuardedBuffer::damage(const std::byte* begin,
                                                           const std::byte* end) const {
  std::optional<Damage> found;
  while (begin < end) {
    const auto wanted = pattern_at(begin);
    const std::size_t bytes = std::min(wanted.size(), static_cast<std::size_t>(end - begin));
    if (std::memcmp(begin, wanted.data(), bytes) != 0)
      for (std::size_t i = 0; i < bytes; ++i) {
        if (begin[i] == wanted[i]) continue;
        if (!found) found = Damage{begin + i - low_, 0, wanted[i], begin[i]};
        ++found->bytes;
      }
    begin += bytes;
  }
  return found;
}

std::optional<GuardedBuffer::Damage> GuardedBuffer::gap_damage() const {
  return damage(low_, high_);
}

std::optional<GuardedBuffer::Damage> GuardedBuffer::guard_damage() const {
  auto before = damage(arena_->data(), low_);
  auto behind = damage(high_, end_);
  if (before && behind) before->bytes += behind->bytes;
  return before ? before : behind;
}

}  // namespace tutti
