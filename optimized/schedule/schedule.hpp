#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contract/shape.hpp"

namespace tutti {

/// The buffers of one rank as a schedule addresses them: packed, in units of the shape. `input`
/// holds the contribution of the rank (Shape::input_units), `output` its result
/// (Shape::output_units), `scratch` the working memory that the schedule requested. The input is
/// never written; where MPI passes it in place, the engine keeps the two apart. `votes` holds
/// votes, one byte each: 1 is yes, 0 is no, and combining two votes gives their logical and.
enum class Buffer : std::uint8_t { input, output, scratch, votes };

struct Region {
  Buffer buffer = Buffer::output;
  Range range;

  /// Returns a part of this region, given relative to its beginning.
  Region part(Range inner) const { return {buffer, {range.offset + inner.offset, inner.length}}; }
  bool contains(const Region& other) const {
    return buffer == other.buffer && range.offset <= other.range.offset &&
           other.range.end() <= range.end();
  }
  friend bool operator==(const Region&, const Region&) = default;
};

inline Region input(Range range) { return {Buffer::input, range}; }
inline Region output(Range range) { return {Buffer::output, range}; }

/// The position of the source's ranks relative to the target's in a combination: `before`: target =
/// source op target; `after`: target = target op source.
enum class Order : std::uint8_t { before, after };

enum class Action : std::uint8_t { send, receive, receive_combine, copy, combine };

/// One step of one rank. A send reads `source`; a receive writes `target`; receive_combine combines
/// the received data into `target`; copy and combine process `source` into `target` locally.
struct Step {
  Action action;
  Order order = Order::before;
  std::int32_t peer = -1;     ///< the other rank of a message, else -1
  std::int32_t message = -1;  ///< number of the message from its sender to its receiver, from 0
  Region source = {};
  Region target = {};
  std::int32_t vote = -1;  ///< the vote that decides how this message travels; -1: no vote

  bool is_message() const { return peer >= 0; }
  /// Returns the data of a message at this rank: its source if it is sent, its target if it is
  /// received.
  const Region& message_data() const { return action == Action::send ? source : target; }
  friend bool operator==(const Step&, const Step&) = default;
};

/// The steps of one rank in one collective, and their dependencies. Plain data.
struct Schedule {
  std::vector<Step> steps;
  std::vector<std::uint32_t> waits_for;        ///< per step: the number of steps that it waits for
  std::vector<std::uint32_t> successor_begin;  ///< per step and one past the last: first successor
  std::vector<std::uint32_t> successors;       ///< per step: the steps that wait for it, ascending
  std::int64_t scratch_units = 0;
  /// Per vote: the memory on which this rank votes. The vote is yes if that memory meets the
  /// constraints of the faster message protocol, and also if it is empty.
  std::vector<Region> votes;

  /// Returns whether the vote that decides about the message covers its data at this rank.
  bool votes_on(const Step& message) const {
    return message.vote >= 0 &&
           votes[static_cast<std::size_t>(message.vote)].contains(message.message_data());
  }
  /// Returns the steps that wait for the given one.
  std::span<const std::uint32_t> successors_of(std::size_t step) const {
    return std::span(successors)
        .subspan(successor_begin[step], successor_begin[step + 1] - successor_begin[step]);
  }
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

}  // namespace tutti
