#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "harness/case/guarded_buffer.hpp"
#include "harness/case/memory_arena.hpp"

namespace tutti {

/// The buffer that MPI is given for a guarded buffer if each element stands for a run of equal ones. Slot i of
/// the guarded buffer, whether element or gap, becomes `run_length` copies of it, which begin i * run_length
/// slots behind the first. The first and the last copies of a slot have memory of their own; those between
/// them share a piece of memory that is mapped again and again, about a hundredth of the run. There is no memory
/// in front of and behind the buffer: to touch it is a crash.
class ExpandedBuffer {
 public:
  /// The bytes of a run are a multiple of this.
  static constexpr std::int64_t run_unit = std::int64_t{256} * 1024;

  /// Expands `slots`, which must outlive this and whose offset from a page boundary must be 0. Throws
  /// CannotRun if the system has no such memory.
  ExpandedBuffer(GuardedBuffer& slots, std::int64_t run_length);

  /// Returns the address that is passed to MPI as that of the buffer.
  void* origin() const { return origin_; }
  /// Writes every slot of the guarded buffer to all of its copies.
  void expand();
  /// Sets every slot of the guarded buffer to the first of its copies. Returns the offset in bytes, in the guarded
  /// buffer, of the first slot whose copies differ.
  std::optional<std::int64_t> collect();

 private:
  template <typename Visit>
  void visit_runs(Visit visit) const;

  GuardedBuffer& slots_;
  std::size_t slot_bytes_;
  std::size_t run_bytes_;
  Mapping memory_;
  std::byte* low_;  ///< first copy of the lowest slot
  std::byte* origin_;
};

}  // namespace tutti
