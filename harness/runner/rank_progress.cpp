#include "harness/runner/rank_progress.hpp"

#include <fmt/format.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <new>
#include <system_error>

#include "contract/host_info.hpp"
#include "harness/platform/call_stack.hpp"

namespace tutti {
namespace {

constexpr std::array phase_names{"idle",
                                 "making communicators",
                                 "preparing buffers",
                                 "ready, waiting for the others",
                                 "about to enter",
                                 "inside",
                                 "behind its calls, waiting for the others",
                                 "checking",
                                 "done, waiting for the others"};

/// The ranks per core up to which ranks poll: with 4 ranks on 2 cores, polling for messages costs
/// the others less than waking up does.
constexpr int ranks_per_core_max = 2;

/// Of more ranks, few stacks say something new.
constexpr std::size_t stacks_max = 8;
constexpr int seconds_for_stacks = 10;

constexpr std::chrono::microseconds shortest_sleep{50}, longest_sleep{1000};

/// Calls futex on memory shared between processes, for which std::atomic's own wait does not work.
long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value,
           const timespec* longest) {
  static_assert(sizeof word == sizeof value && std::atomic<std::uint32_t>::is_always_lock_free);
  return syscall(SYS_futex, &word, operation, value, longest, nullptr, 0);
}

}  // namespace

RankProgress::RankProgress()
    : host_(ranks_of_this_host(MPI_COMM_WORLD)),
      memory_(host_.get(), sizeof(RankState)),
      states_(reinterpret_cast<RankState*>(memory_.slot(0))) {
  int host_rank = 0;
  int world_rank = 0;
  PMPI_Comm_rank(host_.get(), &host_rank);
  PMPI_Comm_size(host_.get(), &host_ranks_);
  PMPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &world_ranks_);
  crowded_ = host_ranks_ > ranks_per_core_max * cores_of_launch();
  own_ = new (states_ + host_rank) RankState;
  own_->world_rank = world_rank;
  own_->process = getpid();
  allow_debuggers();
  PMPI_Barrier(host_.get());
}

void RankProgress::post(Phase phase, int repetition, int operation) {
  own_->repetition.store(repetition, std::memory_order_relaxed);
  own_->operation.store(operation, std::memory_order_relaxed);
  own_->steps.fetch_add(1, std::memory_order_relaxed);
  own_->phase.store(static_cast<int>(phase), std::memory_order_release);
}

bool RankProgress::is_in_call(const RankState& seat) {
  const auto phase = static_cast<Phase>(seat.phase.load());
  return phase == Phase::entering || phase == Phase::inside;
}

bool RankProgress::all_reached(Milestone milestone, std::uint64_t number, int world_ranks) const {
  for (int i = 0; i < host_ranks_; ++i)
    if (states_[i].world_rank < world_ranks && states_[i].*milestone < number) return false;
  return true;
}

/// Posts that this rank has reached a milestone. The last rank to do so wakes the others.
void RankProgress::reach(Milestone milestone, std::uint64_t number, int world_ranks) {
  own_->*milestone = number;
  if (all_reached(milestone, number, world_ranks)) wake_all();
}

void RankProgress::meet_before_calls(std::uint64_t number, int world_ranks) {
  if (crowded_) meet(Phase::ready, &RankState::ready_for, number, world_ranks);
}

void RankProgress::meet_behind_calls(std::uint64_t number, int world_ranks) {
  if (crowded_) meet(Phase::returned, &RankState::returned_from, number, world_ranks);
}

/// Waits until all ranks of the case on this host reach the milestone. Makes progress meanwhile,
/// since others may need this rank for their messages: of the order before the calls, of the calls
/// behind them.
void RankProgress::meet(Phase phase, Milestone milestone, std::uint64_t number, int world_ranks) {
  post(phase);
  reach(milestone, number, world_ranks);
  auto longest = shortest_sleep;
  for (auto seen = wakeups(); !all_reached(milestone, number, world_ranks); seen = wakeups()) {
    make_progress();
    sleep(seen, longest);
    longest = std::min(2 * longest, longest_sleep);
  }
}

/// Makes progress on messages, by a probe that finds none: a probe that finds one, or that is on
/// MPI_COMM_SELF under MPICH, goes no further.
void RankProgress::make_progress() const {
  int found = 0;
  PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, host_.get(), &found, MPI_STATUS_IGNORE);
}

/// Sums over all threads, since a case may run its calls in several. Leaves out threads that end
/// meanwhile.
void RankProgress::post_processor_time() {
  std::int64_t ran_in_all = 0, waited_in_all = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator task("/proc/self/task", error), end;
       !error && task != end; task.increment(error)) {
    std::int64_t ran = 0, waited = 0;
    if (!(std::ifstream(task->path() / "schedstat") >> ran >> waited)) continue;
    ran_in_all += ran;
    waited_in_all += waited;
  }
  own_->ran_ns = ran_in_all;
  own_->waited_ns = waited_in_all;
}

std::vector<RankProgress::Effort> RankProgress::efforts() const {
  std::vector<Effort> efforts;
  for (int i = 0; i < host_ranks_; ++i) {
    const RankState& seat = states_[i];
    efforts.push_back({.steps = seat.steps,
                       .ran = std::chrono::nanoseconds(seat.ran_ns),
                       .waited = std::chrono::nanoseconds(seat.waited_ns),
                       .in_case = seat.answers < states_[0].orders});
  }
  return efforts;
}

void RankProgress::post_answer(std::uint64_t answers) {
  reach(&RankState::answers, answers, world_ranks_);
}

void RankProgress::wake_all() {
  states_[0].wakeups.fetch_add(1);
  futex(states_[0].wakeups, FUTEX_WAKE, INT_MAX, nullptr);
}

void RankProgress::sleep(std::uint32_t wakeups, std::chrono::microseconds longest) const {
  const auto whole = std::chrono::floor<std::chrono::seconds>(longest);
  const timespec time{.tv_sec = whole.count(),
                      .tv_nsec = std::chrono::nanoseconds(longest - whole).count()};
  futex(states_[0].wakeups, FUTEX_WAIT, wakeups, &time);
}

std::vector<std::string> RankProgress::stacks_in_calls() const {
  std::vector<int> seats;
  std::vector<pid_t> processes;
  for (int i = 0; i < host_ranks_ && seats.size() < stacks_max; ++i)
    if (is_in_call(states_[i])) {
      seats.push_back(i);
      processes.push_back(states_[i].process);
    }
  const auto found = mpi_call_stacks(processes, seconds_for_stacks);
  std::vector<std::string> stacks(static_cast<std::size_t>(host_ranks_));
  for (std::size_t i = 0; i < seats.size(); ++i)
    stacks[static_cast<std::size_t>(seats[i])] = found[i];
  return stacks;
}

std::string RankProgress::describe(bool with_stacks) const {
  std::string text;
  const auto stacks = with_stacks ? stacks_in_calls()
                                  : std::vector<std::string>(static_cast<std::size_t>(host_ranks_));
  for (int i = 0; i < host_ranks_; ++i) {
    const RankState& seat = states_[i];
    text += fmt::format("{}rank {} {}", i == 0 ? "" : "; ", seat.world_rank.load(),
                        phase_names[static_cast<std::size_t>(seat.phase.load())]);
    if (is_in_call(seat))
      text += fmt::format(" operation {} of repetition {}", seat.operation.load() + 1,
                          seat.repetition.load() + 1);
    if (const auto& stack = stacks[static_cast<std::size_t>(i)]; !stack.empty())
      text += fmt::format(", in {}", stack);
  }
  if (!one_host()) text += "; ranks on other hosts are not known";
  return text;
}

}  // namespace tutti
