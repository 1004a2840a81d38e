#include "optimized/active_messages/schedule_execution.hpp"

#include <cassert>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "contract/datatype.hpp"
#include "optimized/active_messages/control_structure.hpp"
#include "optimized/active_messages/fetch_scheduler.hpp"
#include "optimized/active_messages/partial_input.hpp"
#include "optimized/memory/copy_and_combine.hpp"

namespace tutti::active {

void Operation::begin(const Call& call, const SharedPlan& plan, const MessageOptions& options) {
  assert(complete());
  const bool same_protocol = options.protocol == protocol_ && options.packet == packet_;
  prepare(plan, options);
  op_ = call.op;
  const bool same_memory = memory_.bind(call, *plan_, control_.team());
  if (!same_memory || !same_protocol) forget_messages();
  // The scheduler may hand arrived memory over to the program, after which no step may touch it.
  const bool final_at_once =
      plan_->writes_output_once && !plan_->reads_output && memory_.output_is_callers();
  fetch_scheduler_ = final_at_once ? options.fetch_scheduler : nullptr;
  if (fetch_scheduler_) offers_.reset(control_.team().size());
  partial_input_ = options.partial_input;
  if (partial_input_ && !memory_.input_is_callers())
    throw std::logic_error("what is packed must be there when the operation begins");
  if (!plan_->schedule.votes.empty()) vote();
  start_ready_steps();
}

bool Operation::may_begin_ahead(const Plan& plan) {
  const auto& about = traits(plan.shape.collective);
  const bool votes = !plan.schedule.votes.empty();
  return !plan.needs_input && !about.reducing && !about.locally_sized && !votes;
}

void Operation::begin_ahead(const SharedPlan& plan, MessageProtocol protocol) {
  assert(complete() && may_begin_ahead(*plan));
  prepare(plan, {.protocol = protocol});
  forget_messages();
  ahead_ = true;
  collected_output_.resize(
      static_cast<std::size_t>(plan_->shape.output_units(control_.team().rank())));
  ahead_scratch_.resize(static_cast<std::size_t>(plan_->schedule.scratch_units));
  start_ready_steps();
}

void Operation::enter(const Call& call, const SharedPlan& plan, MessageProtocol protocol) {
  if (plan != plan_ || protocol != protocol_)
    throw fabric::FabricError("the ranks of a team do not make the same calls");
  assert(ahead_);
  memory_.bind(call, *plan_, control_.team());
}

void Operation::end() {
  assert(complete());
  if (ahead_)
    memory_.store_output(collected_output_);
  else
    memory_.finish();
  abandon();
}

void Operation::abandon() {
  unfinished_ = 0;
  fetch_scheduler_ = nullptr;
  partial_input_ = nullptr;
  awaiting_input_.clear();
  ahead_ = false;
  memory_.release();
  exposed_.clear();
}

/// Most calls are like the one before, so little is reset: starting a step sets the rest of the
/// progress of its messages.
void Operation::prepare(const SharedPlan& plan, const MessageOptions& options) {
  protocol_ = options.protocol;
  if (plan != plan_ || options.packet != packet_) {
    plan_ = plan;
    choose_lengths(options.packet);
  }
  arrivals_ = {};
  const Schedule& schedule = plan_->schedule;
  waits_for_.assign(schedule.waits_for.begin(), schedule.waits_for.end());
  unfinished_ = schedule.steps.size();
  if (outgoing_.size() < unfinished_) {
    outgoing_.resize(unfinished_);
    incoming_.resize(unfinished_);
  }
  for (std::size_t id = 0; id < unfinished_; ++id) {
    incoming_[id].started = outgoing_[id].started = false;
    outgoing_[id].requested = outgoing_[id].may_go_on = false;
    outgoing_[id].segments = 0;  // grows if segments are forwarded before the step starts
  }
}

/// Forgets what is known of the messages of the call before, which does not hold for this one.
void Operation::forget_messages() {
  for (auto& outgoing : outgoing_) outgoing.is_known = false;
  for (auto& incoming : incoming_) incoming.is_known = false;
}

void Operation::choose_lengths(std::int64_t packet) {
  packet_ = packet;
  const Shape& shape = plan_->shape;
  const bool reducing = traits(shape.collective).reducing;
  op_is_builtin_ = shape.op.builtin;
  element_bytes_ = reducing ? std::max<std::int64_t>(1, shape.unit_bytes) : 1;
  const Thresholds& best = control_.thresholds();
  const auto segment_max =
      static_cast<std::int64_t>(control_.team_directory().port().segment_bytes_max());
  segment_bytes_ = whole_elements(std::min(packet > 0 ? packet : best.segment_bytes, segment_max));
  block_bytes_ = whole_elements(packet > 0 ? packet : best.block_bytes);
  assert(segment_bytes_ > 0 && block_bytes_ > 0);
  eager_bytes_max_ = reducing ? best.reducing_eager_bytes_max : best.eager_bytes_max;
}

void Operation::start_ready_steps() {
  ready_messages_.clear();
  ready_local_.clear();
  for (StepId id = 0; id < waits_for_.size(); ++id)
    if (waits_for_[id] == 0) make_ready(id);
  advance();
}

TypedRun Operation::at(const Region& region) const {
  if (!ahead_) return memory_.at(region);
  assert(region.range.length == 0 || region.buffer == Buffer::scratch ||
         region.buffer == Buffer::output);
  const auto& memory = region.buffer == Buffer::scratch ? ahead_scratch_ : collected_output_;
  return {const_cast<std::byte*>(memory.data()) + region.range.offset, region.range.length,
          MPI_BYTE};
}

bool Operation::input_is_ready(const Region& source) const {
  return !partial_input_ || partial_input_->has(at(source).address, packed_bytes(at(source)));
}

void Operation::continue_input() {
  if (awaiting_input_.empty()) return;
  for (const StepId id : std::exchange(awaiting_input_, {}))
    if (outgoing_[id].started)
      announce_blocks(id);
    else
      make_ready(id);
  advance();
}

bool Operation::take(const Header& header, fabric::Bytes data) {
  const bool for_sender = is_for_sender(header.kind);
  const StepId id =
      (for_sender ? plan_->sends : plan_->receives).find(header.source, header.message);
  if (id == MessageIndex::no_step)
    throw fabric::FabricError("a message came that no step of this rank knows of");
  if (!(for_sender ? outgoing_[id].started : incoming_[id].started)) return false;
  deliver(id, header, data);
  advance();
  return true;
}

/// Called by the fabric, through which no exception may pass.
void Operation::completed(const PendingTransfer& transfer) try {
  if (complete()) return;  // the operation has failed meanwhile
  const Header& header = transfer.header;
  const Step& step = plan_->schedule.steps[transfer.step];
  if (header.kind == Kind::announce) {
    if (fetch_scheduler_) offers_.fetched(control_.host_of(step.peer));
    fetch_offered();
    take_over(transfer.step, static_cast<std::int64_t>(header.offset),
              static_cast<std::int64_t>(header.bytes));
  } else {
    if (header.kind == Kind::done) {
      control_.send(step.peer, header);
      outgoing_[transfer.step].sent += static_cast<std::int64_t>(header.bytes);
    }
    assert(outgoing_[transfer.step].in_flight > 0);
    --outgoing_[transfer.step].in_flight;
    finish_if_sent(transfer.step);
  }
  advance();
} catch (const std::exception& error) {
  control_.fail(error.what());
}

void Operation::failed(const std::string& reason) { control_.transfer_failed(reason); }

void Operation::start(StepId id) {
  const Step& step = plan_->schedule.steps[id];
  switch (step.action) {
    case Action::send:
      return start_send(id);
    case Action::receive:
    case Action::receive_combine:
      return start_receive(id);
    case Action::copy:
      if (!input_is_ready(step.source)) return awaiting_input_.push_back(id);
      copy(step);
      if (fetch_scheduler_) notify_fetch_scheduler(step, 0, packed_bytes(at(step.target)));
      return finish(id);
    case Action::combine:
      combine(at(step.source), at(step.target), step.order, op_for(step.target.buffer, op_),
              control_.team());
      return finish(id);
  }
}

void Operation::copy(const Step& step) {
  if (ahead_) return tutti::copy(at(step.source), at(step.target), control_.team());
  if (!partial_input_ || !partial_input_->is_delivered(at(step.source).address))
    memory_.copy(step.source, step.target);
}

void Operation::notify_fetch_scheduler(const Step& step, std::int64_t offset, std::int64_t bytes) {
  if (fetch_scheduler_ && step.target.buffer == Buffer::output)
    fetch_scheduler_->arrived(at(step.target).address + offset, bytes);
}

void Operation::finish(StepId id) {
  assert(unfinished_ > 0);
  --unfinished_;
  for (const StepId next : plan_->schedule.successors_of(id)) {
    assert(waits_for_[next] > 0);
    if (--waits_for_[next] == 0) make_ready(next);
  }
}

void Operation::make_ready(StepId id) {
  assert(waits_for_[id] == 0);
  (plan_->schedule.steps[id].is_message() ? ready_messages_ : ready_local_).push_back(id);
}

/// Starts all steps that are ready. Starting a step may finish it, and others, at once: the
/// outermost call handles all of them. Messages go first, since other ranks wait for them while
/// this rank copies and combines.
void Operation::advance() {
  if (advancing_) return;
  advancing_ = true;
  for (std::size_t message = 0, local = 0;;) {
    if (message < ready_messages_.size())
      start(ready_messages_[message++]);
    else if (local < ready_local_.size())
      start(ready_local_[local++]);
    else
      break;
  }
  ready_messages_.clear();
  ready_local_.clear();
  advancing_ = false;
}

/// Votes against put for messages whose memory does not meet its constraints.
void Operation::vote() {
  assert(!plan_->schedule.votes.empty());
  const Schedule& schedule = plan_->schedule;
  for (const Step& step : schedule.steps) {
    if (!schedule.votes_on(step)) continue;
    if (may_be_put(step)) continue;
    const Region asked = schedule.votes[static_cast<std::size_t>(step.vote)];
    for (std::size_t i = 0; i < schedule.votes.size(); ++i)
      if (schedule.votes[i] == asked) memory_.refuse(i);
  }
}

/// Returns whether this rank's memory permits a put. Data that are combined, or have gaps, lie in
/// memory of the operation meanwhile, which always does.
bool Operation::may_be_put(const Step& step) const {
  const TypedRun run = at(step.message_data());
  const bool in_place = is_packed_run(run) && step.action != Action::receive_combine;
  return constraints_of(MessageProtocol::put)
      .met_by(in_place ? run.address : nullptr, packed_bytes(run));
}

/// Throws FabricError if a vote decided for a put that this rank's memory does not permit. The
/// memory that a rank sends from counts only if the rank voted on it: the first rank of a line of
/// the torus does not vote, since nothing is put into its memory.
void Operation::require_vote_was_right(const Step& step) const {
  const bool concerned =
      step.vote >= 0 && (step.action != Action::send || plan_->schedule.votes_on(step));
  if (concerned && !may_be_put(step))
    throw fabric::FabricError(
        "a vote was wrong: a message is put where memory does not meet its constraints (" +
        std::to_string(constraints_of(MessageProtocol::put).alignment) + " bytes)");
}

MessageProtocol Operation::protocol_for(const Step& step, std::int64_t bytes) const {
  if (bytes == 0 || step.message_data().buffer == Buffer::votes) return MessageProtocol::eager;
  if (step.vote >= 0)
    return memory_.vote(step.vote) ? MessageProtocol::put : MessageProtocol::eager;
  if (protocol_ != MessageProtocol::automatic) return protocol_;
  return bytes <= eager_bytes_max_ ? MessageProtocol::eager : MessageProtocol::get;
}

Header Operation::about(const Step& step, Kind kind) {
  return {.message = step.message, .offset = 0, .bytes = 0, .kind = kind};
}

std::int64_t Operation::whole_elements(std::int64_t bytes) const {
  assert(element_bytes_ > 0);
  return element_bytes_ <= bytes ? bytes / element_bytes_ * element_bytes_ : bytes;
}

bool Operation::is_packed_run(const TypedRun& run) const {
  return run.count == 0 || run.type == MPI_BYTE || is_packed(run.type);
}

// Sending: eager in segments, put to where the receiver says, or announced to be fetched.

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
  assert(!outgoing_[id].started && control_.has_token(step.peer));
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
    assert(outgoing.started && outgoing.sent <= outgoing.bytes);
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
  assert(outgoing.started && offset >= 0 && offset + bytes <= outgoing.bytes);
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
  assert(outgoing_[id].started);
  Header header = about(step, Kind::announce);
  header.bytes = static_cast<std::uint64_t>(outgoing_[id].bytes);
  control_.send(step.peer, header);
}

/// Announces the message for fetching: as a whole if it is ready, block by block if it has to be
/// packed or is partial input.
void Operation::announce_blocks(StepId id) {
  const Step& step = plan_->schedule.steps[id];
  Outgoing& outgoing = outgoing_[id];
  assert(outgoing.started && outgoing.announced <= outgoing.bytes);
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
  assert(outgoing.in_flight >= 0 && outgoing.sent <= outgoing.bytes);
  // Even a message without data may have to wait until the receiver answers its request.
  const bool waits = outgoing.requested && !outgoing.may_go_on;
  if (waits || outgoing.in_flight > 0 || outgoing.sent < outgoing.bytes || !outgoing.started)
    return;
  outgoing.started = false;
  outgoing.packed = {};
  outgoing.packing = {};
  finish(id);
}

// Receiving: segments are consumed in the memory they arrived in, blocks are put or fetched to their
// destination.

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
  assert(!incoming.landing);
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
  assert(incoming.landing || incoming.bytes == 0);
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
  assert(fetch_scheduler_ && landing);
  for (std::uint64_t left = message.header.bytes; left > 0; left -= message.header.bytes) {
    const std::byte* const target = landing + message.header.offset;
    const auto bytes_max = std::min(block_bytes_, static_cast<std::int64_t>(left));
    message.header.bytes = static_cast<std::uint64_t>(fetch_scheduler_->piece(target, bytes_max));
    assert(message.header.bytes > 0 && message.header.bytes <= left);
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
  assert(incoming_[block.step].landing);
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
  assert(incoming.landing);
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
  assert(incoming.started);
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
