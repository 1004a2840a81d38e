#include "optimized/active/operation.hpp"

#include "contract/datatype.hpp"
#include "optimized/active/control_structure.hpp"
#include "optimized/active/fetch_scheduler.hpp"
#include "optimized/active/partial_input.hpp"
#include "optimized/memory/transfer.hpp"

namespace tutti::active {

void Operation::begin(const Call& call, const SharedPlan& plan, const MessageOptions& options) {
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
  memory_.bind(call, *plan_, control_.team());
}

void Operation::end() {
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
    --outgoing_[transfer.step].in_flight;
    finish_if_sent(transfer.step);
  }
  advance();
} catch (const std::exception& error) {
  control_.fail(error.what());
}

void Operation::failed(const std::string& reason) { control_.fail(reason); }

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
  --unfinished_;
  for (const StepId next : plan_->schedule.successors_of(id))
    if (--waits_for_[next] == 0) make_ready(next);
}

void Operation::make_ready(StepId id) {
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

/// Throws FabricError if a vote decided for a put that this rank's memory does not permit. Only
/// memory that this rank was asked about counts for what it sends: the head of a line is not asked,
/// since data are put elsewhere.
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
  return element_bytes_ <= bytes ? bytes / element_bytes_ * element_bytes_ : bytes;
}

bool Operation::is_packed_run(const TypedRun& run) const {
  return run.count == 0 || run.type == MPI_BYTE || is_packed(run.type);
}

}  // namespace tutti::active
