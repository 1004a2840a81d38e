#include "optimized/active/active.hpp"

#include <poll.h>

#include <atomic>
#include <chrono>

#include "optimized/active/control_structure.hpp"

namespace tutti::active {
namespace {

/// Looks at what streams in before others have their turn.
constexpr int turns_streaming = 256;

/// How many collectives were started and are not over, and what goes on with them.
std::atomic<int> started = 0;
std::atomic<TeamDirectory*> starting_board = nullptr;
/// Since they last went on. Who supplies does not wait for the mutex, nor does who holds it miss it.
std::atomic<bool> supply_grew = false;

fabric::Sleep sleep_of(fabric::Port& port) {
  const std::scoped_lock lock(port.mutex());
  return port.may_sleep();
}

/// Who waits here must not keep MPI from its own work: a peer may wait for a message of ours before
/// it comes.
void let_mpi_work(MPI_Comm comm) {
  int found = 0;
  check(PMPI_Iprobe(MPI_ANY_SOURCE, 0, comm, &found, MPI_STATUS_IGNORE));
}

template <class Complete>
void wait_until(Complete complete, const ControlStructure& control,
                std::unique_lock<ThreadMutex>& lock) {
  TeamDirectory& team_directory = control.team_directory();
  fabric::Backoff waiting;
  while (!complete()) {
    control.check_failure();
    const bool progressed = team_directory.port().progress();
    if (team_directory.any_busy()) team_directory.advance();
    if (progressed) {
      waiting.reset();
      continue;
    }
    if (team_directory.port().sleep()) continue;
    lock.unlock();
    waiting.pause();
    if (waiting.is_long()) let_mpi_work(control.team().comm());
    lock.lock();
    if (waiting.is_very_long()) control.check_peers(complete);
  }
}

void run_barrier(ControlStructure& control, const BarrierPlan& plan,
                 std::unique_lock<ThreadMutex>& lock) {
  control.begin_barrier(plan);
  wait_until([&] { return control.barrier_complete(); }, control, lock);
}

void run_operation(ControlStructure& control, const Call& call, const SharedPlan& plan,
                   const MessageOptions& options, std::unique_lock<ThreadMutex>& lock) {
  control.begin(call, plan, options);
  wait_until([&] { return control.complete(); }, control, lock);
  control.end();
}

}  // namespace

ControlStructure& control_of(MPI_Comm comm) { return comm_attribute<ControlStructure>(comm); }

bool has_control(MPI_Comm comm) { return find_comm_attribute<ControlStructure>(comm) != nullptr; }

const Arrivals& arrivals(const ControlStructure& control) { return control.arrivals(); }

Team& team_of(ControlStructure& control) { return control.team(); }

/// What this rank owes the others it can no longer do: nobody must wait for it.
static void give_up(ControlStructure& control, const std::exception& error,
                    std::unique_lock<ThreadMutex>& lock) {
  if (!lock.owns_lock()) lock.lock();
  control.fail(error.what());
  control.drain();
}

void run(ControlStructure& control, const Call& call, const SharedPlan& plan,
         const MessageOptions& options) {
  std::unique_lock lock(control.team_directory().port().mutex());
  control.check_failure();
  try {
    if (!control.started().empty())
      wait_until([&] { return control.started().empty(); }, control, lock);
    if (call.collective == Collective::barrier)
      run_barrier(control, control.barrier_plan(*plan), lock);
    else
      run_operation(control, call, plan, options, lock);
  } catch (const std::exception& error) {
    give_up(control, error, lock);
    throw;
  }
}

void start(ControlStructure& control, const Call& call, const SharedPlan& plan,
           const MessageOptions& options, Done done) {
  const std::scoped_lock lock(control.team_directory().port().mutex());
  ++started;
  starting_board = &control.team_directory();
  control.started().add(call, plan, options, [done = std::move(done)](const std::string& failure) {
    --started;
    done(failure);
  });
  control.team_directory().add_busy(control);
  control.team_directory().advance();
}

bool any_started() noexcept { return started.load(std::memory_order_relaxed) != 0; }

void await_arrival() noexcept try {
  const auto sleep = sleep_of(starting_board.load()->port());
  pollfd arrival{.fd = sleep.file, .events = POLLIN, .revents = 0};
  const timespec longest{.tv_sec = 0, .tv_nsec = sleep.longest.count()};
  ppoll(&arrival, 1, &longest, nullptr);
} catch (const std::exception&) {
  // What is wrong is told by the next progress.
}

void make_progress(fabric::Backoff& waiting) noexcept {
  if (progress_started())
    waiting.reset();
  else
    waiting.pause();
}

/// Looks so often for what has arrived, unless somebody else does. True if anything moved.
static bool progress_started(int turns) noexcept {
  if (!any_started()) return false;
  TeamDirectory* const board = starting_board;
  std::unique_lock lock(board->port().mutex(), std::try_to_lock);
  if (!lock) return false;
  bool moved = false;
  try {
    for (int turn = 0; turn < turns; ++turn)
      if (board->port().progress())
        moved = true;
      else if (!board->port().is_streaming())
        break;
  } catch (const std::exception& error) {
    board->fail_busy(error.what());
  }
  supply_grew = false;
  board->advance();
  lock.unlock();
  return moved || supply_grew;
}

bool progress_started() noexcept { return progress_started(turns_streaming); }

void input_grew(bool looks) noexcept {
  supply_grew = true;
  progress_started(looks ? 1 : 0);
}

void wait(ControlStructure& control, const std::function<bool()>& holds) {
  std::unique_lock lock(control.team_directory().port().mutex());
  try {
    wait_until(holds, control, lock);
  } catch (const std::exception& error) {
    give_up(control, error, lock);
    control.started().advance();
    throw;
  }
}

void check_started() noexcept try {
  TeamDirectory& board = *starting_board.load();
  // Who holds it, and waits for long, looks after peers himself.
  const std::unique_lock lock(board.port().mutex(), std::try_to_lock);
  if (lock) board.check_busy();
} catch (const std::exception&) {
  // What is wrong is told by the next progress.
}

void settle(ControlStructure& control) {
  wait(control, [&] { return control.started().empty(); });
}

}  // namespace tutti::active
