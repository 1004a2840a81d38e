#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contract/shape.hpp"

namespace tutti {

/// The buffers of one rank as a schedule sees them: packed, in units of the shape.
/// `input` holds what the rank contributes (Shape::input_units), `output` what it ends up with
/// (Shape::output_units), `scratch` whatever the schedule asked for. The input is never written;
/// where MPI passes it in place, the engine keeps it apart.
enum class Buffer : std::uint8_t { input, output, scratch };

struct Region {
  Buffer buffer = Buffer::output;
  Range range;

  /// A part of this region, relative to its beginning.
  Region part(Range inner) const { return {buffer, {range.offset + inner.offset, inner.length}}; }
  friend bool operator==(const Region&, const Region&) = default;
};

inline Region input(Range range) { return {Buffer::input, range}; }
inline Region output(Range range) { return {Buffer::output, range}; }

/// On which side of the target's ranks the source's ranks stand in a combination:
/// `before`: target = source op target; `after`: target = target op source.
enum class Order : std::uint8_t { before, after };

enum class Action : std::uint8_t { send, receive, receive_combine, copy, combine };

/// One step of one rank. Send reads `source`; receive writes `target`; receive_combine combines
/// what arrives into `target`; copy and combine take `source` into `target`, locally.
struct Step {
  Action action;
  Order order = Order::before;
  std::int32_t peer = -1;     ///< the other rank of a message, else -1
  std::int32_t message = -1;  ///< the how-manieth message between the two in this direction
  Region source = {};
  Region target = {};

  bool is_message() const { return peer >= 0; }
};

/// What one rank does in one collective: steps, and which steps wait for which. Plain data.
struct Schedule {
  std::vector<Step> steps;
  std::vector<std::uint32_t> waits_for;        ///< per step: how many steps it waits for
  std::vector<std::uint32_t> successor_begin;  ///< per step, and one past the last
  std::vector<std::uint32_t> successors;       ///< the steps that wait for it, ascending
  std::int64_t scratch_units = 0;

  /// The steps that wait for the given one.
  std::span<const std::uint32_t> successors_of(std::size_t step) const {
    return std::span(successors)
        .subspan(successor_begin[step], successor_begin[step + 1] - successor_begin[step]);
  }
};

}  // namespace tutti
