#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "contract/datatype.hpp"
#include "contract/shape.hpp"
#include "contract/typed_blocks.hpp"

namespace tutti {

/// Runs of elements at any addresses, their packed form, one run after the other, and a record of
/// the elements moved from one to the other so far. Each element is moved once, and those of a run
/// in order, by a function move(elements, packed).
class PackedRuns {
 public:
  PackedRuns() = default;
  /// `packed` must have room for all elements of the runs.
  PackedRuns(const std::vector<TypedRun>& runs, std::byte* packed);

  bool empty() const { return parts_.empty(); }

  /// Moves the elements from which these packed bytes come.
  template <class Move>
  void need(Range bytes, Move move) {
    for_each_part(bytes, [&](Part& part, Range inside) {
      move_up_to(part, (inside.end() + part.element_bytes - 1) / part.element_bytes, move);
    });
  }
  /// Records that these packed bytes have arrived, and moves the elements that are complete, except
  /// those behind a gap.
  template <class Move>
  void arrived(Range bytes, Move move) {
    for_each_part(bytes, [&](Part& part, Range inside) {
      if (inside.offset != part.arrived) return;
      part.arrived = inside.end();
      move_up_to(part, part.arrived / part.element_bytes, move);
    });
  }
  /// Excludes the elements from which these packed bytes come: they will not be moved.
  void leave_alone(Range bytes) {
    for_each_part(bytes, [](Part& part, Range) { part.moved = part.run.count; });
  }
  /// Moves all elements that have not been moved.
  template <class Move>
  void finish(Move move) {
    for (Part& part : parts_) move_up_to(part, part.run.count, move);
  }

 private:
  struct Part {
    TypedRun run;
    Range bytes;  ///< range in the packed form
    std::byte* packed;
    std::int64_t element_bytes;
    std::int64_t arrived = 0;  ///< bytes that have arrived without a gap
    std::int64_t moved = 0;    ///< elements that have been moved
  };

  /// Calls action(part, inside) for each run that has some of these bytes, with the range inside
  /// the run.
  template <class Action>
  void for_each_part(Range bytes, Action action) {
    auto part = std::ranges::upper_bound(parts_, bytes.offset, {},
                                         [](const Part& p) { return p.bytes.end(); });
    for (; part != parts_.end() && part->bytes.offset < bytes.end(); ++part) {
      const std::int64_t begin = std::max(bytes.offset, part->bytes.offset);
      const std::int64_t end = std::min(bytes.end(), part->bytes.end());
      action(*part, Range{begin - part->bytes.offset, end - begin});
    }
  }

  template <class Move>
  static void move_up_to(Part& part, std::int64_t elements, Move& move) {
    if (elements <= part.moved) return;
    const std::int64_t first = std::exchange(part.moved, elements);
    move(TypedRun{element_at(part.run.address, first, part.run.type), elements - first,
                  part.run.type},
         part.packed + first * part.element_bytes);
  }

  std::vector<Part> parts_;  ///< ascending by bytes
};

}  // namespace tutti
