#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "harness/case/element.hpp"
#include "harness/case/layout_datatypes.hpp"
#include "harness/case/memory_arena.hpp"

namespace tutti {

/// The places of the blocks of a message, as MPI describes them.
struct Placement {
  std::vector<std::shared_ptr<const MessageType>> types;  ///< one for all blocks, or one per block
  std::vector<int> counts;                                ///< instances of the type, per block
  /// Per block, in extents of the type; in bytes if each block has a type.
  std::vector<int> displacements;
  bool typed_per_block = false;
  int room = 0;  ///< instances that each block has room for, at least

  /// Returns the count that describes each block, if they are equally long.
  int count() const { return counts.empty() ? room : std::max(counts.front(), room); }
  const Typemap& map(std::size_t block) const { return types[typed_per_block ? block : 0]->map(); }
  /// Returns the slot of the first instance of a block.
  std::int64_t first_slot(std::size_t block) const;
};

/// A buffer with guard bytes around it. Every byte that belongs to no element holds a pattern that
/// depends on its address (poison), and so does every element that was not put.
class GuardedBuffer {
 public:
  /// The lowest byte of the data lies `offset` bytes past a page boundary.
  GuardedBuffer(MappingPool& arenas, Placement placement, int offset);

  /// Returns the address that is passed to MPI as that of the buffer.
  void* origin() const { return origin_; }
  const Placement& placement() const { return placement_; }
  /// Returns the bytes from the lowest to the highest slot.
  std::span<std::byte> slots() const { return {low_, high_}; }

  /// Writes the elements into the buffer, in message order, from the given block on.
  void put(const Elements& elements, std::size_t first_block = 0);
  /// Returns all elements in message order.
  Elements take() const { return taken_from(origin_); }
  /// Returns the same, but reads page by page in an order that depends on the key: pages that are
  /// filled late, as with overlap, must be right whenever they are first read.
  Elements take_in_random_order(std::uint64_t key) const;
  /// Overwrites every element with poison.
  void erase();

  /// The bytes that do not hold the pattern although they should.
  struct Damage {
    std::int64_t byte;   ///< offset of the first one from the lowest byte of the data
    std::int64_t bytes;  ///< number of these bytes
    std::byte expected, got;
  };
  /// Returns the damage from the lowest to the highest byte of the data. Call erase() before, since
  /// elements that are not poison count as damage.
  std::optional<Damage> gap_damage() const;
  /// Returns the damage in front of and behind the data.
  std::optional<Damage> guard_damage() const;

 private:
  /// `origin` is that of the buffer, or of a copy.
  template <typename Visit>
  void visit_blocks(std::byte* origin, std::size_t first_block, Visit visit) const;
  Elements taken_from(std::byte* origin) const;
  std::optional<Damage> damage(const std::byte* begin, const std::byte* end) const;

  Placement placement_;
  MappingPool::Lease arena_;
  std::byte* low_ = nullptr;   ///< lowest byte of the data
  std::byte* high_ = nullptr;  ///< one past the highest byte of the data
  std::byte* end_ = nullptr;   ///< one past the guard behind the data
  std::byte* origin_ = nullptr;
};

}  // namespace tutti
