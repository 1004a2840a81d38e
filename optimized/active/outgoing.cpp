// How an operation sends: eager in segments, put where the receiver says, or announced to be fetched.
#include "contract/datatype.hpp"
#include "optimized/active/control.hpp"
#include "optimized/memory/transfer.hpp"

namespace tutti::active {

void Operation::start_send(StepId id) {
  const Step& step = plan_->schedule.steps[id];
  const TypedRun source = at(step.source);
  const std::int64_t bytes = source.count * packed_bytes(source.type);
  const MessageProtocol protocol = protocol_for(bytes);
  Outgoing& outgoing = outgoing_[id];
  const int forwarded = outgoing.segments;
  if (protocol == MessageProtocol::eager && bytes <= segment_bytes_ && forwarded == 0 &&
      control_.has_token(step.peer) && is_packed_run(source))
    return send_whole(id, {source.address, static_cast<std::size_t>(bytes)});
  outgoing = {.started = true,
              .segments = forwarded,
              .bytes = bytes,
              .sent = forwarded > 0 ? outgoing.sent : 0,
              .data = source.address};
  if (!is_packed_run(source)) {
    outgoing.packed = KeptMemory(static_cast<std::size_t>(outgoing.bytes));
    pack(source, outgoing.packed.get(), control_.team());
    outgoing.data = outgoing.packed.get();
  }
  switch (protocol) {
    case MessageProtocol::rendezvous:
    case MessageProtocol::get:
      announce(id);
      break;
    case MessageProtocol::put:
      break;
    default:
      send_segments(id);
  }
  control_.take_early(step.peer, step.message, true,
                      [&](const Header& header, fabric::Bytes data) { deliver(id, header, data); });
}

/// Most messages are one segment, and gone at once.
void Operation::send_whole(StepId id, fabric::Bytes data) {
  const Step& step = plan_->schedule.steps[id];
  const auto bytes = static_cast<std::int64_t>(data.size());
  Header header = about(step, Kind::data);
  header.bytes = data.size();
  control_.take_token(step.peer);
  if (control_.send(step.peer, header, data, this, id)) return finish(id);
  outgoing_[id] = {.started = true, .segments = 1, .in_flight = 1, .bytes = bytes, .sent = bytes};
}

/// Sends as much as tokens and the limit of segments allow; the rest follows once it was granted.
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
    const fabric::Bytes data{outgoing.data + outgoing.sent, static_cast<std::size_t>(length)};
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

void Operation::announce(StepId id) {
  const Step& step = plan_->schedule.steps[id];
  const Outgoing& outgoing = outgoing_[id];
  Header header = about(step, Kind::announce);
  header.bytes = static_cast<std::uint64_t>(outgoing.bytes);
  if (protocol_for(outgoing.bytes) == MessageProtocol::get)
    exposed_.push_back(control_.send_place(step.peer, header, outgoing.data, outgoing.bytes));
  else
    control_.send(step.peer, header);
}

void Operation::put_block(StepId id, const Header& header, fabric::Bytes data) {
  const Step& step = plan_->schedule.steps[id];
  Outgoing& outgoing = outgoing_[id];
  Switchboard& switchboard = control_.switchboard();
  fabric::Peer& peer = control_.peer(step.peer);
  const auto place = read<Place>(data);
  const auto key = switchboard.key(peer, place.registration, data.subspan(sizeof place));
  Header done = about(step, Kind::done);
  done.offset = header.offset;
  done.bytes = header.bytes;
  Flight& flight = switchboard.flights().take(done, this, id);
  flight.key = key;
  ++outgoing.in_flight;
  const fabric::Bytes block{outgoing.data + header.offset, static_cast<std::size_t>(header.bytes)};
  if (switchboard.port().put(peer, block, *key, place.address, flight)) flight.complete();
}

void Operation::finish_if_sent(StepId id) {
  Outgoing& outgoing = outgoing_[id];
  // Even a message without data may have to wait until the receiver asks for it.
  const bool waits = outgoing.requested && !outgoing.may_go_on;
  if (waits || outgoing.in_flight > 0 || outgoing.sent < outgoing.bytes || !outgoing.started)
    return;
  outgoing.started = false;
  outgoing.packed = {};
  finish(id);
}

}  // namespace tutti::active
