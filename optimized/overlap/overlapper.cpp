#include "optimized/overlap/overlapper.hpp"

#include <chrono>
#include <thread>

#include "contract/blocked_signals.hpp"
#include "optimized/active_messages/engine.hpp"
#include "optimized/fabric/backoff.hpp"
#include "optimized/fabric/port.hpp"
#include "optimized/overlap/deferred_call.hpp"
#include "optimized/overlap/split_allreduce.hpp"
#include "optimized/overlap/wait_for_call_buffers.hpp"

namespace tutti::overlap {
namespace {

/// Number of pieces of the input that are copied, in some 0.2 ms, before arrivals are checked.
/// Shorter input has been offered as a whole by then, and the receiver begins with what its caller
/// waits for.
constexpr int pieces_between_looks = 16;

constexpr std::chrono::microseconds between_looks{100};

}  // namespace

/// A call that may have returned to the program.
class Overlapper::Running {
 public:
  Running(const Call& given, int rank, int ranks, Overlapper& overlapper,
          std::optional<Priorities> priorities, Bytes room)
      : call(given, rank, ranks, *overlapper.guard_, std::move(priorities), room),
        overlapper_(overlapper) {
    ++overlapper_.under_way_;
  }
  ~Running() {
    if (returned_early_) --overlapper_.returned_early_;
    --overlapper_.under_way_;
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  /// Marks that the call returns to the program. Throws FabricError if the call has failed.
  void leave() {
    if (state_.exchange(State::left) == State::failed) throw fabric::FabricError(failure_);
    returned_early_ = true;
    ++overlapper_.returned_early_;
  }
  void fail(const std::string& failure) {
    failure_ = failure;
    if (state_.exchange(State::failed) != State::left) return;
    // Too late to return an error to the caller.
    overlapper_.failed_after_return_ = true;
    overlapper_.failed_(failure);
  }

  DeferredCall call;

 private:
  enum class State { entered, left, failed };

  std::atomic<State> state_ = State::entered;
  std::string failure_;
  bool returned_early_ = false;
  Overlapper& overlapper_;
};

Overlapper::~Overlapper() {
  fabric::Backoff backoff;
  while (under_way_.load(std::memory_order_acquire) > 0) active::make_progress(backoff);
}

/// Sleeps instead of making progress: the caller may be a signal handler, and progress allocates
/// memory.
void Overlapper::finish_returned() noexcept {
  while (returned_early_ > 0 && !failed_after_return_) std::this_thread::sleep_for(between_looks);
}

bool Overlapper::run(const Protocol& protocol, const Call& call, int rank, int ranks,
                     std::optional<Priorities> priorities) {
  if (traits(call.collective).reducing && SplitAllreduce::leaves_middle(call))
    return run_reduction(protocol, call, rank, ranks, std::move(priorities));
  return run_around(protocol, call, rank, ranks, std::move(priorities), {});
}

bool Overlapper::run_reduction(const Protocol& protocol, const Call& call, int rank, int ranks,
                               std::optional<Priorities> priorities) {
  wait_until_accessible(call, rank, ranks, ranks);
  const SplitAllreduce cut(call, rank, ranks);
  check(tutti::run(protocol, cut.ends()));
  cut.hand_over_ends();
  return run_around(protocol, cut.middle(), rank, ranks, std::move(priorities), cut.received());
}

std::shared_ptr<Overlapper::Running> Overlapper::begin(const Protocol& protocol, const Call& call,
                                                       int rank, int ranks,
                                                       std::optional<Priorities> priorities,
                                                       Bytes room) {
  if (!priorities) wait_until_accessible(call, rank, ranks, ranks);
  // A handler that reads protected pages would sleep before the threads that fetch them were
  // notified.
  const BlockedSignals held;
  const auto running =
      std::make_shared<Running>(call, rank, ranks, *this, std::move(priorities), room);
  if (!running->call.is_deferred()) wait_until_accessible(call, rank, ranks, ranks);
  const auto done = [running](const std::string& failure) {
    if (!failure.empty()) running->fail(failure);
    running->call.finish();
  };
  start(protocol, running->call.call(), done, running->call.fetch_scheduler(),
        running->call.partial_input());
  running->call.copy_input(
      [pieces = 0]() mutable { active::input_grew(++pieces % pieces_between_looks == 0); });
  started_();
  return running;
}

bool Overlapper::run_around(const Protocol& protocol, const Call& call, int rank, int ranks,
                            std::optional<Priorities> priorities, Bytes room) {
  auto& control = active::control_of(call.comm);
  const auto running = begin(protocol, call, rank, ranks, std::move(priorities), room);
  // Otherwise returns without waiting for the mutex, which the background thread holds while data
  // stream.
  if (!running->call.may_return())
    active::wait(control, [&] { return running->call.may_return(); });
  running->leave();
  return running->call.is_deferred();
}

}  // namespace tutti::overlap
