#include "optimized/fabric/backoff.hpp"

#include <sched.h>

#include <chrono>
#include <cstdlib>
#include <initializer_list>
#include <thread>

#include "contract/host_info.hpp"
#include "optimized/fabric/idle_time_meter.hpp"

namespace tutti::fabric {
namespace {

/// Polls until a rank that has a core of its own yields it (some 100 us), and until any rank sleeps
/// (some 10 ms).
constexpr unsigned turns_alone = 4'000;
constexpr unsigned turns_awake = 20'000;
/// Length of a sleep: IdleTimeMeter still counts it as idle time if the thread wakes late.
constexpr auto nap = IdleTimeMeter::longest_alone / 2;

/// Returns the number of ranks on this machine, as the launcher states it; 1 if it does not.
int local_ranks() {
  for (const char* variable :
       {"MPI_LOCALNRANKS", "OMPI_COMM_WORLD_LOCAL_SIZE", "SLURM_STEP_TASKS_PER_NODE"})
    if (const char* value = std::getenv(variable)) return std::atoi(value);
  return 1;
}

}  // namespace

bool is_oversubscribed() {
  static const bool more = local_ranks() > cores_of_launch();
  return more;
}

void Backoff::pause() {
  if (auto* const timer = IdleTimeMeter::running()) timer->look(turns_ > 0);
  ++turns_;
  if (turns_ < turns_alone && !is_oversubscribed()) return;
  if (turns_ < turns_awake)
    sched_yield();
  else
    std::this_thread::sleep_for(nap);
}

}  // namespace tutti::fabric
