#include "optimized/point_to_point/engine.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <utility>

#include "optimized/memory/call_memory.hpp"
#include "optimized/memory/copy_and_combine.hpp"

namespace tutti::point_to_point {
namespace {

/// One execution of a schedule. A step starts when all steps that it waits for are done; messages
/// that are under way complete in any order.
class Execution {
 public:
  Execution(const Call& call, const Plan& plan, const Team& team)
      : schedule_(plan.schedule),
        team_(team),
        memory_(call, plan, team),
        op_(call.op),
        waits_for_(schedule_.waits_for) {}
  ~Execution() { abandon(); }
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  void run();

 private:
  using StepId = std::uint32_t;

  /// A message that was started and has not completed.
  struct Pending {
    StepId step;
    TypedMemory arrival;  ///< receive buffer of a receive_combine step
  };

  void make_ready(StepId id);
  void start_ready();
  void start(StepId id);
  void start_send(StepId id, const Step& step);
  void start_receive(StepId id, const Step& step, const TypedRun& target, TypedMemory arrival = {});
  void start_receive_combine(StepId id, const Step& step);
  void complete_some();
  void complete(const Pending& done);
  void finish(StepId id);
  void abandon();
  int tag(const Step& step) const { return step.message % team_.largest_tag(); }

  const Schedule& schedule_;
  const Team& team_;
  CallMemory memory_;
  MPI_Op op_;
  std::vector<std::uint32_t> waits_for_;
  std::deque<StepId> ready_messages_, ready_local_;
  std::vector<MPI_Request> requests_;
  std::vector<Pending> pending_;  ///< one for each request
  std::vector<int> completed_;
};

void Execution::run() {
  for (StepId id = 0; id < waits_for_.size(); ++id)
    if (waits_for_[id] == 0) make_ready(id);
  do {
    start_ready();
    if (!requests_.empty()) complete_some();
  } while (!requests_.empty() || !ready_messages_.empty() || !ready_local_.empty());
  memory_.finish();
}

/// Starts all ready steps. Messages go first, since other ranks wait for them while this rank
/// copies and combines.
void Execution::start_ready() {
  while (!ready_messages_.empty() || !ready_local_.empty()) {
    auto& ready = ready_messages_.empty() ? ready_local_ : ready_messages_;
    const StepId id = ready.front();
    ready.pop_front();
    start(id);
  }
}

void Execution::make_ready(StepId id) {
  (schedule_.steps[id].is_message() ? ready_messages_ : ready_local_).push_back(id);
}

void Execution::start(StepId id) {
  const Step& step = schedule_.steps[id];
  switch (step.action) {
    case Action::send:
      return start_send(id, step);
    case Action::receive:
      return start_receive(id, step, memory_.at(step.target));
    case Action::receive_combine:
      return start_receive_combine(id, step);
    case Action::copy:
      memory_.copy(step.source, step.target);
      return finish(id);
    case Action::combine:
      combine(memory_.at(step.source), memory_.at(step.target), step.order,
              op_for(step.target.buffer, op_), team_);
      return finish(id);
  }
}

void Execution::start_send(StepId id, const Step& step) {
  memory_.need(step.source);
  const TypedRun source = memory_.at(step.source);
  const MpiArguments message(source);
  MPI_Request request = MPI_REQUEST_NULL;
  check(PMPI_Isend(message.address(), message.count(), message.type(), step.peer, tag(step),
                   team_.comm(), &request));
  requests_.push_back(request);
  pending_.push_back({id, {}});
}

void Execution::start_receive(StepId id, const Step& step, const TypedRun& target,
                              TypedMemory arrival) {
  const MpiArguments message(target);
  MPI_Request request = MPI_REQUEST_NULL;
  check(PMPI_Irecv(message.address(), message.count(), message.type(), step.peer, tag(step),
                   team_.comm(), &request));
  requests_.push_back(request);
  pending_.push_back({id, std::move(arrival)});
}

void Execution::start_receive_combine(StepId id, const Step& step) {
  const TypedRun target = memory_.at(step.target);
  TypedMemory arrival(target.type, target.count);
  start_receive(id, step, {arrival.address(), target.count, target.type}, std::move(arrival));
}

void Execution::complete_some() {
  completed_.resize(requests_.size());
  int count = 0;
  check(PMPI_Waitsome(static_cast<int>(requests_.size()), requests_.data(), &count,
                      completed_.data(), MPI_STATUSES_IGNORE));
  completed_.resize(static_cast<std::size_t>(count));
  // From the back, so that moving the last request into a gap moves none that is still to be
  // completed.
  std::sort(completed_.begin(), completed_.end(), std::greater<>());
  for (const int completed : completed_) {
    const auto index = static_cast<std::size_t>(completed);
    const Pending done = std::exchange(pending_[index], std::move(pending_.back()));
    requests_[index] = requests_.back();
    pending_.pop_back();
    requests_.pop_back();
    complete(done);
  }
}

void Execution::complete(const Pending& done) {
  const Step& step = schedule_.steps[done.step];
  if (step.action == Action::receive_combine) {
    const TypedRun target = memory_.at(step.target);
    const TypedRun arrived{done.arrival.address(), target.count, target.type};
    combine(arrived, target, step.order, op_for(step.target.buffer, op_), team_);
  }
  if (step.action == Action::receive) memory_.arrived(step.target);
  finish(done.step);
}

void Execution::finish(StepId id) {
  for (const StepId next : schedule_.successors_of(id))
    if (--waits_for_[next] == 0) make_ready(next);
}

/// Cancels all requests after an error: MPI must not write to memory that is about to be released.
void Execution::abandon() {
  for (auto& request : requests_) {
    if (request == MPI_REQUEST_NULL) continue;
    PMPI_Cancel(&request);
    PMPI_Request_free(&request);
  }
}

}  // namespace

void run(const Call& call, const Plan& plan, const Team& team) {
  Execution(call, plan, team).run();
}

}  // namespace tutti::point_to_point
