#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "harness/case/arena.hpp"
#include "harness/case/element.hpp"
#include "harness/case/layout.hpp"

namespace tutti {

/// Where the blocks of a message lie, as MPI describes it.
struct Placement {
  std::shared_ptr<const MessageType> type;
  std::vector<int> counts;         ///< instances of the type, per block
  std::vector<int> displacements;  ///< in extents of the type, per block
};

/// A buffer with guard bytes around it. Every byte that is no element holds a pattern that follows
/// from its address, and so does every element that was not put: poison.
class GuardedBuffer {
 public:
  /// The lowest byte of the data lies `offset` bytes past a page boundary.
  GuardedBuffer(ArenaPool& arenas, Placement placement, int offset);

  /// What is passed to MPI as the address of the buffer.
  void* origin() const { return origin_; }
  const Placement& placement() const { return placement_; }

  /// Writes the elements to the places in message order from the first of the given block on.
  void put(const Elements& elements, std::size_t first_block = 0);
  /// All elements in message order.
  Elements take() const { return taken_from(origin_); }
  /// The same, but page by page in an order that follows from the key: pages that are filled late, as
  /// where blocking collectives overlap, must hold what they should whenever they are first read.
  Elements take_in_random_order(std::uint64_t key) const;
  /// Puts poison back in place of every element.
  void erase();

  /// The bytes that do not hold the pattern any more, when nothing but pattern should be there.
  struct Damage {
    std::int64_t byte;   ///< of the first one, from the lowest byte of the data
    std::int64_t bytes;  ///< how many
    std::byte expected, got;
  };
  /// Between the elements, where lowest and highest byte of the data are the limits.
  std::optional<Damage> gap_damage() const;
  /// Before and behind the data.
  std::optional<Damage> guard_damage() const;

 private:
  /// `origin`: that of the buffer, or of a copy.
  template <typename Visit>
  void visit_blocks(std::byte* origin, std::size_t first_block, Visit visit) const;
  Elements taken_from(std::byte* origin) const;
  std::optional<Damage> damage(const std::byte* begin, const std::byte* end) const;

  Placement placement_;
  ArenaPool::Lease arena_;
  std::byte* low_ = nullptr;   ///< lowest byte of the data
  std::byte* high_ = nullptr;  ///< one past the highest
  std::byte* end_ = nullptr;   ///< one past the guard behind
  std::byte* origin_ = nullptr;
};

}  // namespace tutti
