// How an operation sends: eager in segments, put where the receiver says, or announced to be fetched.
#include "contract/datatype.hpp"
#include "optimized/active/control.hpp"
#include "optimized/memory/transfer.hpp"

namespace tutti::active {

void Operation::start_send(StepId id) {
  const Step& step = plan_->schedule.steps[id];
  Outgoing& outgoing = outgoing_[id];
  const TypedRun source = at(step.source);
  outgoing = {
      .started = true, .bytes = source.count * packed_bytes(source.type), .data = source.address};
  if (!is_packed_run(source)) {
    outgoing.packed =
        std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(outgoing.bytes));
    pack(source, outgoing.packed.get(), control_.team());
    outgoing.data = outgoing.packed.get();
  }
  switch (protocol_for(outgoing.bytes)) {
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

/// Sends as much as tokens and the limit of segments allow; the rest follows once it was granted.
void Operation::send_segments(StepId id) {
  const Step& step = plan_->schedule.steps[id];
  Outgoing& outgoing = outgoing_[id];
  const std::int64_t segment = whole_elements(control_.thresholds().segment_bytes);
  Header header = about(step, Kind::data);
  header.bytes = static_cast<std::uint64_t>(outgoing.bytes);
  ++outgoing.in_flight;  // so that the first segment's landing does not finish the step
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
    const std::int64_t length = std::min(segment, outgoing.bytes - outgoing.sent);
    header.kind = outgoing.may_go_on ? Kind::granted : Kind::data;
    header.offset = static_cast<std::uint64_t>(outgoing.sent);
    const fabric::Bytes data{outgoing.data + outgoing.sent, static_cast<std::size_t>(length)};
    outgoing.sent += length;
    ++outgoing.segments;
    ++outgoing.in_flight;
    control_.send(step.peer, header, data, this, id);
  }
  --outgoing.in_flight;
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
    control_.send_place(step.peer, header, outgoing.data, outgoing.bytes);
  else
    control_.send(step.peer, header);
}

void Operation::put_block(StepId id, const Header& header, fabric::Bytes data) {
  const Step& step = plan_->schedule.steps[id];
  Outgoing& outgoing = outgoing_[id];
  Switchboard& switchboard = control_.switchboard();
  fabric::Peer& peer = control_.peer(step.peer);
  const auto place = read<Place>(data);
  const auto& key = switchboard.key(peer, place.registration, data.subspan(sizeof place));
  Header done = about(step, Kind::done);
  done.offset = header.offset;
  done.bytes = header.bytes;
  Flight& flight = switchboard.flights().take(done, this, id);
  ++outgoing.in_flight;
  const fabric::Bytes block{outgoing.data + header.offset, static_cast<std::size_t>(header.bytes)};
  if (switchboard.port().put(peer, block, key, place.address, flight)) flight.complete();
}

void Operation::finish_if_sent(StepId id) {
  Outgoing& outgoing = outgoing_[id];
  if (outgoing.in_flight > 0 || outgoing.sent < outgoing.bytes || !outgoing.started) return;
  outgoing.started = false;
  outgoing.packed.reset();
  finish(id);
}

}  // namespace tutti::active
