#include "optimized/active_messages/engine.hpp"

#include <poll.h>

#include <atomic>
#include <chrono>

#include "optimized/active_messages/control_structure.hpp"

namespace tutti::active {
namespace {

/// Most calls of Port::progress() in a row while data stream in, before started collectives
/// advance.
constexpr int turns_streaming = 256;

/// Number of collectives of this process that were started and are not over, and the team directory
/// that advances them.
std::atomic<int> started = 0;
std::atomic<TeamDirectory*> directory_of_started = nullptr;
/// Whether partial input grew since the started collectives last advanced. Atomic: the thread that
/// fills it does not wait for the mutex, and the thread that holds the mutex does not miss it.
std::atomic<bool> input_has_grown = false;

fabric::Sleep sleep_of(fabric::Port& port) {
  const std::scoped_lock lock(port.mutex());
  return port.sleep_hint();
}

/// Lets the MPI library make progress: a peer may wait for an MPI message of this rank before it
/// enters the collective that this rank waits in.
void let_mpi_work(MPI_Comm comm) {
  int found = 0;
  check(PMPI_Iprobe(MPI_ANY_SOURCE, 0, comm, &found, MPI_STATUS_IGNORE));
}

template <class Complete>
void wait_until(Complete complete, const ControlStructure& control,
                std::unique_lock<ThreadMutex>& lock) {
  TeamDirectory& team_directory = control.team_directory();
  fabric::Backoff backoff;
  while (!complete()) {
    control.check_failure();
    const bool progressed = team_directory.port().progress();
    if (team_directory.any_busy()) team_directory.advance();
    if (progressed) {
      backoff.reset();
      continue;
    }
    if (team_directory.port().sleep()) continue;
    lock.unlock();
    backoff.pause();
    if (backoff.is_chore_due()) let_mpi_work(control.team().comm());
    lock.lock();
    if (backoff.is_check_due()) control.check_peers(complete);
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

std::shared_ptr<ControlStructure> separate_control(MPI_Comm comm) {
  return std::make_shared<ControlStructure>(std::make_shared<Team>(comm));
}

bool has_control(MPI_Comm comm) { return find_comm_attribute<ControlStructure>(comm) != nullptr; }

const Arrivals& arrivals(const ControlStructure& control) { return control.arrivals(); }

Team& team_of(ControlStructure& control) { return control.team(); }

/// Reports to all other ranks that this rank can no longer do its part, so that no rank waits for
/// it.
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
    // What a failed collective still has under way must not meet this one.
    control.check_failure();
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
  directory_of_started = &control.team_directory();
  control.started().add(call, plan, options, [done = std::move(done)](const std::string& failure) {
    --started;
    done(failure);
  });
  control.team_directory().add_busy(control);
  control.team_directory().advance();
}

bool any_started() noexcept { return started.load(std::memory_order_relaxed) != 0; }

void await_arrival() noexcept try {
  const auto sleep = sleep_of(directory_of_started.load()->port());
  pollfd arrival{.fd = sleep.file, .events = POLLIN, .revents = 0};
  const timespec longest{.tv_sec = 0, .tv_nsec = sleep.longest.count()};
  ppoll(&arrival, 1, &longest, nullptr);
} catch (const std::exception&) {
  // The next progress reports the error.
}

void make_progress(fabric::Backoff& backoff) noexcept {
  if (progress_started())
    backoff.reset();
  else
    backoff.pause();
}

/// Calls Port::progress() at most `turns` times and advances the started collectives, unless
/// another thread holds the port's mutex. Returns true if anything moved.
static bool progress_started(int turns) noexcept {
  if (!any_started()) return false;
  TeamDirectory* const board = directory_of_started;
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
  input_has_grown = false;
  board->advance();
  lock.unlock();
  return moved || input_has_grown;
}

bool progress_started() noexcept { return progress_started(turns_streaming); }

void input_grew(bool looks) noexcept {
  input_has_grown = true;
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
  TeamDirectory& board = *directory_of_started.load();
  // A thread that holds the mutex and waits for long checks the peers itself.
  const std::unique_lock lock(board.port().mutex(), std::try_to_lock);
  if (lock) board.check_busy();
} catch (const std::exception&) {
  // The next progress reports the error.
}

void settle(ControlStructure& control) {
  wait(control, [&] { return control.started().empty(); });
}

}  // namespace tutti::active
