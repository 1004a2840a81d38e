// The receiving part of an operation: segments are consumed in the memory they arrived in, blocks
// are put or fetched to their destination.
#include "contract/datatype.hpp"
#include "optimized/active/control_structure.hpp"
#include "optimized/active/fetch_scheduler.hpp"
#include "optimized/memory/transfer.hpp"

namespace tutti::active {

void Operation::start_receive(StepId id) {
  const Step& step = plan_->schedule.steps[id];
  Incoming& incoming = incoming_[id];
  if (incoming.is_known) {
    incoming.started = true;
    incoming.arrived = 0;
  } else {
    prepare_receive(id);
  }
  control_.take_early(step.peer, step.message, false,
                      [&](const Header& header, fabric::Bytes data) { deliver(id, header, data); });
}

/// Determines where the message of a step goes, and by which message protocol.
void Operation::prepare_receive(StepId id) {
  const Step& step = plan_->schedule.steps[id];
  Incoming& incoming = incoming_[id];
  incoming = {.started = true, .target = at(step.target)};
  incoming.bytes = packed_bytes(incoming.target);
  incoming.staged = step.action == Action::receive ? !is_packed_run(incoming.target)
                                                   : !combines_at_once(step, incoming);
  const MessageProtocol protocol = protocol_for(step, incoming.bytes);
  if (incoming.staged || protocol != MessageProtocol::eager) prepare_landing(step, incoming);
  if (step.vote >= 0) ++(protocol == MessageProtocol::put ? arrivals_.put : arrivals_.eager);
  if (protocol == MessageProtocol::put) {
    require_vote_was_right(step);
    grant_blocks(id);
  }
  incoming.is_known =
      !ahead_ && !incoming.staged && step.vote < 0 && protocol == MessageProtocol::eager;
}

/// Returns whether elements are combined straight from the memory they arrived in. Built-in
/// operations take unaligned elements; others may require alignment.
bool Operation::combines_at_once(const Step& step, const Incoming& incoming) const {
  if (step.target.buffer == Buffer::votes) return true;
  return step.action == Action::receive_combine && op_is_builtin_ &&
         is_packed_run(incoming.target) && element_bytes_ <= std::min(segment_bytes_, block_bytes_);
}

void Operation::prepare_landing(const Step& step, Incoming& incoming) {
  if (step.action == Action::receive && !incoming.staged) {
    incoming.landing = incoming.target.address;
    return;
  }
  incoming.packed = PooledMemory(static_cast<std::size_t>(incoming.bytes));
  incoming.landing = incoming.packed.get();
  if (incoming.staged) incoming.unpacking = PackedRuns({incoming.target}, incoming.landing);
}

void Operation::deliver(StepId id, const Header& header, fabric::Bytes data) {
  const Step& step = plan_->schedule.steps[id];
  const auto offset = static_cast<std::int64_t>(header.offset);
  switch (header.kind) {
    case Kind::data:
      control_.return_token(step.peer);
      return consume(id, offset, data);
    case Kind::granted:
      return consume(id, offset, data);
    case Kind::request:
      control_.send(step.peer, about(step, Kind::go_on));
      return;
    case Kind::announce:
      return data.empty() ? grant_blocks(id) : get_blocks(id, header, data);
    case Kind::done:
      return take_over(id, offset, static_cast<std::int64_t>(header.bytes));
    case Kind::go_on:
      outgoing_[id].may_go_on = true;
      return send_segments(id);
    case Kind::grant:
      return put_block(id, header, data);
    case Kind::fetched:
      outgoing_[id].sent = outgoing_[id].bytes;
      return finish_if_sent(id);
    default:
      throw fabric::FabricError("a message of a kind that is no part of an operation");
  }
}

void Operation::grant_blocks(StepId id) {
  const Step& step = plan_->schedule.steps[id];
  const Incoming& incoming = incoming_[id];
  Header message = about(step, Kind::grant);
  message.bytes = static_cast<std::uint64_t>(incoming.bytes);
  for_each_block(message, [&](const Header& header) {
    exposed_.push_back(control_.send_key(step.peer, header, incoming.landing + header.offset,
                                         static_cast<std::int64_t>(header.bytes)));
  });
}

void Operation::get_blocks(StepId id, const Header& announced, fabric::Bytes data) {
  const int peer = plan_->schedule.steps[id].peer;
  const auto place = read<RemoteBlock>(data);
  Offer message{.step = id,
                .peer = peer,
                .host = control_.host_of(peer),
                .header = announced,
                .address = place.address,
                .key = {}};
  message.key = control_.at_peer(peer, [&](fabric::Peer& source) {
    return control_.team_directory().key(source, place.registration, data.subspan(sizeof place));
  });
  if (fetch_scheduler_) return take_offer(std::move(message));
  for_each_block(announced, [&](const Header& header) {
    Offer block = message;
    block.header = header;
    block.address += header.offset - announced.offset;
    get_block(block);
  });
}

/// Cuts an offered message into the pieces that the fetch scheduler wants.
void Operation::take_offer(Offer message) {
  const std::byte* const landing = incoming_[message.step].landing;
  for (std::uint64_t left = message.header.bytes; left > 0; left -= message.header.bytes) {
    const std::byte* const target = landing + message.header.offset;
    const auto bytes_max = std::min(block_bytes_, static_cast<std::int64_t>(left));
    message.header.bytes = static_cast<std::uint64_t>(fetch_scheduler_->piece(target, bytes_max));
    offers_.add(fetch_scheduler_->turn(target), message);
    message.header.offset += message.header.bytes;
    message.address += message.header.bytes;
  }
  fetch_offered();
}

/// Fetches offered pieces. A piece may arrive at once, which calls this again: the outermost call
/// fetches all.
void Operation::fetch_offered() {
  if (!fetch_scheduler_ || fetching_) return;
  fetching_ = true;
  while (!offers_.empty()) {
    const auto offer =
        offers_.take(fetch_scheduler_->first_turn(), fetch_scheduler_->waits_for_offers());
    if (!offer) break;
    get_block(*offer);
  }
  fetching_ = false;
}

void Operation::get_block(const Offer& block) {
  PendingTransfer& transfer =
      control_.team_directory().transfers().take(block.header, this, block.step);
  transfer.key = block.key;
  const std::span target{incoming_[block.step].landing + block.header.offset, block.header.bytes};
  const bool here = control_.at_peer(block.peer, [&](fabric::Peer& source) {
    return control_.team_directory().port().get(source, target, *transfer.key, block.address,
                                                transfer);
  });
  if (here) transfer.complete();
}

/// Takes in a segment. It may be the only copy of its data, which must not be needed after this
/// call.
void Operation::consume(StepId id, std::int64_t offset, fabric::Bytes data) {
  const Step& step = plan_->schedule.steps[id];
  const Incoming& incoming = incoming_[id];
  if (!data.empty()) {
    forward(id, offset, data);
    if (step.action == Action::receive_combine && !incoming.staged) {
      const std::int64_t element_bytes = incoming.bytes / incoming.target.count;
      const TypedRun arrived{const_cast<std::byte*>(data.data()),
                             static_cast<std::int64_t>(data.size()) / element_bytes,
                             incoming.target.type};
      const TypedRun target{incoming.target.address + offset, arrived.count, arrived.type};
      combine(arrived, target, step.order, op_for(step.target.buffer, op_), control_.team());
    } else {
      std::byte* const to = incoming.staged ? incoming.landing : incoming.target.address;
      std::memcpy(to + offset, data.data(), data.size());
      take_in(id, offset, static_cast<std::int64_t>(data.size()));
    }
  }
  incoming_[id].arrived += static_cast<std::int64_t>(data.size());
  finish_if_arrived(id);
}

/// Passes a segment on from the memory it arrived in, to all ranks that this rank sends just this
/// message to: the caller gets its copy while the segment travels. What cannot be sent at once is
/// sent from that copy later.
void Operation::forward(StepId received, std::int64_t offset, fabric::Bytes data) {
  const Schedule& schedule = plan_->schedule;
  if (schedule.steps[received].action != Action::receive) return;
  for (const StepId id : schedule.successors_of(received)) {
    const Step& step = schedule.steps[id];
    Outgoing& outgoing = outgoing_[id];
    if (step.action != Action::send || step.source != schedule.steps[received].target ||
        schedule.waits_for[id] > 1 || step.vote >= 0 || !may_send_segment(step, outgoing))
      continue;
    const std::int64_t sent = outgoing.segments == 0 ? 0 : outgoing.sent;
    Header header = about(step, Kind::data);
    header.offset = static_cast<std::uint64_t>(offset);
    header.bytes = static_cast<std::uint64_t>(incoming_[received].bytes);
    if (sent != offset || !control_.send_at_once(step.peer, header, data)) continue;
    control_.take_token(step.peer);
    outgoing.sent = sent + static_cast<std::int64_t>(data.size());
    ++outgoing.segments;
  }
}

/// Takes in a block that was put or fetched.
void Operation::take_over(StepId id, std::int64_t offset, std::int64_t bytes) {
  const Step& step = plan_->schedule.steps[id];
  const Incoming& incoming = incoming_[id];
  const fabric::Bytes block{incoming.landing + offset, static_cast<std::size_t>(bytes)};
  const bool fetched = protocol_for(step, incoming.bytes) == MessageProtocol::get;
  if (step.action == Action::receive_combine && !incoming.staged) {
    consume(id, offset, block);
  } else {
    take_in(id, offset, bytes);
    incoming_[id].arrived += bytes;
    finish_if_arrived(id);
  }
  if (fetched && incoming_[id].arrived == incoming_[id].bytes)
    control_.send(step.peer, about(step, Kind::fetched));
}

void Operation::finish_if_arrived(StepId id) {
  Incoming& incoming = incoming_[id];
  if (incoming.arrived < incoming.bytes) return;
  if (incoming.staged) {
    incoming.unpacking.finish([&](const TypedRun& target, const std::byte* packed) {
      take_in_elements(plan_->schedule.steps[id], target, packed);
    });
    incoming.unpacking = {};
  }
  incoming.packed = {};
  incoming.started = false;
  finish(id);
}

/// Moves elements that are complete by now to their destination while the next ones travel.
void Operation::take_in(StepId id, std::int64_t offset, std::int64_t bytes) {
  const Step& step = plan_->schedule.steps[id];
  Incoming& incoming = incoming_[id];
  if (incoming.staged)
    incoming.unpacking.arrived({offset, bytes},
                               [&](const TypedRun& target, const std::byte* packed) {
                                 take_in_elements(step, target, packed);
                               });
  else if (!ahead_) {
    memory_.arrived(step.target.part({offset, bytes}));
    notify_fetch_scheduler(step, offset, bytes);
  }
}

void Operation::take_in_elements(const Step& step, const TypedRun& target,
                                 const std::byte* packed) {
  const Team& team = control_.team();
  if (step.action == Action::receive) {
    unpack(packed, target, team);
    return;
  }
  const TypedMemory memory(target.type, target.count);
  const TypedRun arrived{memory.address(), target.count, target.type};
  unpack(packed, arrived, team);
  combine(arrived, target, step.order, op_, team);
}

}  // namespace tutti::active
