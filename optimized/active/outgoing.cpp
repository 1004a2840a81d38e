// The sending part of an operation: eager in segments, put to where the receiver says, or announced
// to be fetched.
#include "contract/datatype.hpp"
#include "optimized/active/control_structure.hpp"
#include "optimized/active/partial_input.hpp"
#include "optimized/memory/transfer.hpp"

namespace tutti::active {

void Operation::start_send(StepId id) {
  const Step& step = plan_->schedule.steps[id];
  Outgoing& outgoing = outgoing_[id];
  if (outgoing.is_known && outgoing.segments == 0 && !partial_input_ &&
      control_.has_token(step.peer))
    return send_whole(id, {outgoing.data, static_cast<std::size_t>(outgoing.bytes)});
  const TypedRun source = at(step.source);
  const std::int64_t bytes = packed_bytes(source);
  const MessageProtocol protocol = protocol_for(step, bytes);
  if (protocol != MessageProtocol::get && !input_is_ready(step.source))
    return awaiting_input_.push_back(id);
  const int forwarded = outgoing.segments;
  if (protocol == MessageProtocol::eager && bytes <= segment_bytes_ && forwarded == 0 &&
      control_.has_token(step.peer) && is_packed_run(source)) {
    if (!ahead_) memory_.need(step.source);
    outgoing.is_known = !ahead_ && step.vote < 0;
    outgoing.bytes = bytes;
    outgoing.data = source.address;
    return send_whole(id, {source.address, static_cast<std::size_t>(bytes)});
  }
  outgoing = {.started = true,
              .segments = forwarded,
              .bytes = bytes,
              .sent = forwarded > 0 ? outgoing.sent : 0,
              .data = source.address};
  if (!is_packed_run(source)) {
    outgoing.packed = PooledMemory(static_cast<std::size_t>(outgoing.bytes));
    outgoing.data = outgoing.packed.get();
    outgoing.packing = PackedRuns({source}, outgoing.data);
  }
  switch (protocol) {
    case MessageProtocol::rendezvous:
      announce(id);
      break;
    case MessageProtocol::get:
      announce_blocks(id);
      break;
    case MessageProtocol::put:
      require_vote_was_right(step);
      break;
    default:
      send_segments(id);
  }
  control_.take_early(step.peer, step.message, true,
                      [&](const Header& header, fabric::Bytes data) { deliver(id, header, data); });
}

/// Sends a message of one segment, as most are. It usually leaves at once.
void Operation::send_whole(StepId id, fabric::Bytes data) {
  const Step& step = plan_->schedule.steps[id];
  const auto bytes = static_cast<std::int64_t>(data.size());
  Header header = about(step, Kind::data);
  header.bytes = data.size();
  control_.take_token(step.peer);
  if (control_.send(step.peer, header, data, this, id)) return finish(id);
  outgoing_[id] = {.started = true, .segments = 1, .in_flight = 1, .bytes = bytes, .sent = bytes};
}

/// Sends as many segments as tokens and the limit allow; the rest follows once the receiver has
/// answered a request.
void Operation::send_segments(StepId id) {
  const Step& step = plan_->schedule.steps[id];
  Outgoing& outgoing = outgoing_[id];
  Header header = about(step, Kind::data);
  header.bytes = static_cast<std::uint64_t>(outgoing.bytes);
  while (outgoing.sent < outgoing.bytes || outgoing.segments == 0) {
    if (!may_send_segment(step, outgoing)) {
      if (!outgoing.requested) {
        header.kind = Kind::request;
        control_.send(step.peer, header);
      }
      outgoing.requested = true;
      break;
    }
    if (!outgoing.may_go_on) control_.take_token(step.peer);
    const std::int64_t length = std::min(segment_bytes_, outgoing.bytes - outgoing.sent);
    header.kind = outgoing.may_go_on ? Kind::granted : Kind::data;
    header.offset = static_cast<std::uint64_t>(outgoing.sent);
    const fabric::Bytes data = packed(id, outgoing.sent, length);
    outgoing.sent += length;
    ++outgoing.segments;
    if (!control_.send(step.peer, header, data, this, id)) ++outgoing.in_flight;
  }
  finish_if_sent(id);
}

bool Operation::may_send_segment(const Step& step, const Outgoing& outgoing) const {
  if (outgoing.may_go_on) return true;
  return !outgoing.requested && control_.has_token(step.peer) &&
         outgoing.segments < control_.thresholds().segments_ahead;
}

/// Returns a part of the message. Elements with gaps are packed only when their part is due, so
/// that those before travel meanwhile.
fabric::Bytes Operation::packed(StepId id, std::int64_t offset, std::int64_t bytes) {
  Outgoing& outgoing = outgoing_[id];
  if (!outgoing.packing.empty())
    outgoing.packing.need({offset, bytes}, [this](const TypedRun& elements, std::byte* packed) {
      pack(elements, packed, control_.team());
    });
  else if (!ahead_)
    memory_.need(plan_->schedule.steps[id].source.part({offset, bytes}));
  return {outgoing.data + offset, static_cast<std::size_t>(bytes)};
}

void Operation::announce(StepId id) {
  const Step& step = plan_->schedule.steps[id];
  Header header = about(step, Kind::announce);
  header.bytes = static_cast<std::uint64_t>(outgoing_[id].bytes);
  control_.send(step.peer, header);
}

/// Announces the message for fetching: as a whole if it is ready, block by block if it has to be
/// packed or is partial input.
void Operation::announce_blocks(StepId id) {
  const Step& step = plan_->schedule.steps[id];
  Outgoing& outgoing = outgoing_[id];
  const bool late = partial_input_ || !outgoing.packing.empty() ||
                    (!ahead_ && memory_.is_packed_late(step.source));
  if (late)
    control_.team_directory().registrations().cover(outgoing.data,
                                                    static_cast<std::size_t>(outgoing.bytes));
  Header header = about(step, Kind::announce);
  while (outgoing.announced < outgoing.bytes) {
    const std::int64_t left = outgoing.bytes - outgoing.announced;
    const std::int64_t bytes = late ? std::min(block_bytes_, left) : left;
    if (partial_input_ && !partial_input_->has(outgoing.data + outgoing.announced, bytes))
      return awaiting_input_.push_back(id);
    header.offset = static_cast<std::uint64_t>(outgoing.announced);
    header.bytes = static_cast<std::uint64_t>(bytes);
    const auto data = packed(id, outgoing.announced, bytes);
    outgoing.announced += bytes;
    exposed_.push_back(control_.send_key(step.peer, header, data.data(), bytes));
  }
}

void Operation::put_block(StepId id, const Header& header, fabric::Bytes data) {
  const Step& step = plan_->schedule.steps[id];
  Outgoing& outgoing = outgoing_[id];
  TeamDirectory& team_directory = control_.team_directory();
  const auto place = read<RemoteBlock>(data);
  Header done = about(step, Kind::done);
  done.offset = header.offset;
  done.bytes = header.bytes;
  PendingTransfer& transfer = team_directory.transfers().take(done, this, id);
  ++outgoing.in_flight;
  const auto block =
      packed(id, static_cast<std::int64_t>(header.offset), static_cast<std::int64_t>(header.bytes));
  const bool there = control_.at_peer(step.peer, [&](fabric::Peer& peer) {
    transfer.key = team_directory.key(peer, place.registration, data.subspan(sizeof place));
    return team_directory.port().put(peer, block, *transfer.key, place.address, transfer);
  });
  if (there) transfer.complete();
}

void Operation::finish_if_sent(StepId id) {
  Outgoing& outgoing = outgoing_[id];
  // Even a message without data may have to wait until the receiver answers its request.
  const bool waits = outgoing.requested && !outgoing.may_go_on;
  if (waits || outgoing.in_flight > 0 || outgoing.sent < outgoing.bytes || !outgoing.started)
    return;
  outgoing.started = false;
  outgoing.packed = {};
  outgoing.packing = {};
  finish(id);
}

}  // namespace tutti::active
