#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contract/shape.hpp"

namespace tutti {

/// The buffers of one rank as a schedule sees them: packed, in units of the shape.
/// `input` holds what the rank contributes (Shape::input_units), `output` what it ends up with
/// (Shape::output_units), `scratch` whatever the schedule asked for. The input is never written;
/// where MPI passes it in place, the engine keeps it apart. `votes` holds votes, one byte each: yes is
/// 1, no is 0, and to combine two of them is to ask whether both are yes.
enum class Buffer : std::uint8_t { input, output, scratch, votes };

struct Region {
  Buffer buffer = Buffer::output;
  Range range;

  /// A part of this region, relative to its beginning.
  Region part(Range inner) const { return {buffer, {range.offset + inner.offset, inner.length}}; }
  bool contains(const Region& other) const {
    return buffer == other.buffer && range.offset <= other.range.offset &&
           other.range.end() <= range.end();
  }
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
  std::int32_t ballot = -1;  ///< the vote that says how this message travels; -1: no vote

  bool is_message() const { return peer >= 0; }
  /// What of a message is here: its source if it is sent, its target if it is received.
  const Region& message_data() const { return action == Action::send ? source : target; }
  friend bool operator==(const Step&, const Step&) = default;
};

/// What one rank does in one collective: steps, and which steps wait for which. Plain data.
struct Schedule {
  std::vector<Step> steps;
  std::vector<std::uint32_t> waits_for;        ///< per step: how many steps it waits for
  std::vector<std::uint32_t> successor_begin;  ///< per step, and one past the last
  std::vector<std::uint32_t> successors;       ///< the steps that wait for it, ascending
  std::int64_t scratch_units = 0;
  /// Per vote: the memory that this rank is asked about. It votes yes if that meets the constraints of
  /// the faster message protocol, also if it is asked about none.
  std::vector<Region> votes;

  /// Whether this rank was asked, by the vote that decides about the message, about its data here.
  bool is_asked_about(const Step& message) const {
    return message.ballot >= 0 &&
           votes[static_cast<std::size_t>(message.ballot)].contains(message.message_data());
  }
  /// The steps that wait for the given one.
  std::span<const std::uint32_t> successors_of(std::size_t step) const {
    return std::span(successors)
        .subspan(successor_begin[step], successor_begin[step + 1] - successor_begin[step]);
  }
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

}  // namespace tutti
