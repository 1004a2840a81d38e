#include "harness/measure/round_timer.hpp"

#include <fmt/core.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <thread>

#include "contract/error.hpp"
#include "contract/host_info.hpp"

namespace tutti {
namespace {

/// Values in place of a completion time if the rank began the round too late: either since it was
/// kept from its core, or since the previous round had not ended.
constexpr double delayed = std::numeric_limits<double>::max();
constexpr double overrun = std::numeric_limits<double>::infinity();

constexpr int meeting_tag = 1;

/// Final part of a wait that is spent awake, and shortest sleep, in microseconds. A sleeping rank
/// may wake up late, with cold caches, so that sleeping pays only for long waits.
constexpr double awake_us = 1000;
constexpr double sleep_us_min = 4000;

/// Returns a pseudo-random number in [0, 1) for a round and a rank; all ranks compute the same.
double noise(int round, int rank) {
  auto bits = static_cast<std::uint64_t>(round) << 32 | static_cast<std::uint64_t>(rank + 1);
  for (int i = 0; i < 3; ++i) bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9u;
  return static_cast<double>(bits >> 11) / 9007199254740992.0;
}

/// By how many times the error of the clocks must have grown for comparing them again to be worth
/// it.
constexpr double renewal_gain = 1.25;

/// Waits for all ranks by messages around ever larger circles, and awake, so that they go on at
/// about the same time. Source: Hensgen, Finkel & Manber, Two algorithms for barrier
/// synchronization, 1988 (dissemination).
void meet_awake(const Exchange& exchange) {
  const int rank = exchange.rank(), ranks = exchange.ranks();
  for (int distance = 1; distance < ranks; distance *= 2)
    PMPI_Sendrecv(nullptr, 0, MPI_BYTE, (rank + distance) % ranks, meeting_tag, nullptr, 0,
                  MPI_BYTE, (rank - distance + ranks) % ranks, meeting_tag, exchange.comm(),
                  MPI_STATUS_IGNORE);
}

/// Returns the time, in microseconds, that it takes to send the common start to all ranks.
double lead_us(int ranks) { return 300 + 50 * ranks; }

}  // namespace

Pattern pattern_named(std::string_view text) {
  for (const auto pattern : {Pattern::balanced, Pattern::one_late, Pattern::random})
    if (text == name(pattern)) return pattern;
  throw UsageError(
      fmt::format("--pattern: expected balanced, one-late or random, found '{}'", text));
}

std::size_t last_level_cache_bytes() {
  const long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
  return bytes > 0 ? static_cast<std::size_t>(bytes) : std::size_t{32} << 20;
}

RoundTimer::RoundTimer(const Exchange& exchange, ClockRule rule)
    : exchange_(exchange), clock_(exchange, rule) {
  const auto hosts = exchange.collect(host_name());
  const auto here = std::count(hosts.begin(), hosts.end(), host_name());
  oversubscribed_ = exchange.share_flag(here > cores_of_launch());
}

void RoundTimer::wait_until(double time_us) const {
  for (double left = time_us - clock_.now(); left > 0; left = time_us - clock_.now()) {
    if (!oversubscribed_) continue;
    if (left > awake_us + sleep_us_min)
      std::this_thread::sleep_for(std::chrono::duration<double, std::micro>(left - awake_us));
    else
      sched_yield();
  }
}

/// Returns by how many microseconds a rank may begin late. A virtual machine may be kept from its
/// cores for milliseconds. Ranks that share a core wait for each other, at worst until the others
/// are done.
double RoundTimer::tolerance_us(const Pace& pace) const {
  return oversubscribed_ ? std::max(50.0, pace.expected_us) : std::max(5.0, pace.expected_us / 2);
}

double RoundTimer::entry(const Pace& pace, int round) const {
  switch (pace.pattern) {
    case Pattern::balanced:
      return 0;
    case Pattern::one_late:
      return round % exchange_.ranks() == exchange_.rank() ? 0 : -pace.spread_us;
    case Pattern::random:
      return -pace.spread_us * noise(round, exchange_.rank());
  }
  return 0;
}

void RoundTimer::cool_cache() {
  cache_filler_.resize(2 * last_level_cache_bytes());
  for (std::size_t i = 0; i < cache_filler_.size(); i += 64) ++cache_filler_[i];
}

/// Waits for all ranks, and compares their clocks again if one may become too uncertain during the
/// batch for the reason that the last comparison is old. Returns at rank 0 the largest bound of the
/// clocks' errors at the end of the batch.
double RoundTimer::renew_clock(const Pace& pace) {
  const double batch_us =
      lead_us(exchange_.ranks()) + pace.spread_us + pace.rounds * pace.window_us;
  const auto errors_of_ranks = [&] {
    return exchange_.collect(
        std::array{clock_.error_us_at(now_us() + batch_us), clock_.error_us_when_compared()});
  };
  auto errors = errors_of_ranks();
  const bool renews = exchange_.share_flag(std::ranges::any_of(errors, [&](const auto& error) {
    return error[0] > uncertain_share * pace.expected_us && error[0] > renewal_gain * error[1];
  }));
  if (renews) {
    clock_.renew();
    errors = errors_of_ranks();
  }
  double largest_us = 0;
  for (const auto& error : errors) largest_us = std::max(largest_us, error[0]);
  return largest_us;
}

Batch RoundTimer::time(const std::function<void()>& operation, const Pace& pace) {
  const double error_us = renew_clock(pace);
  const double first =
      exchange_.share_value(clock_.now() + lead_us(exchange_.ranks()) + pace.spread_us);
  std::vector<double> completions(static_cast<std::size_t>(pace.rounds));
  for (int round = 0; round < pace.rounds; ++round) {
    const double start = first + round * pace.window_us;
    const double due = start + entry(pace, round);
    if (pace.cold_cache) cool_cache();
    const bool overran = clock_.now() > due;
    wait_until(due);
    const bool late = clock_.now() > due + tolerance_us(pace);
    operation();
    completions[static_cast<std::size_t>(round)] = overran ? overrun
                                                   : late  ? delayed
                                                           : clock_.now() - start;
  }
  auto batch = judge(std::move(completions), pace);
  batch.clock_error_us = error_us;
  batch.uncertain = error_us > uncertain_share * pace.expected_us;
  return batch;
}

Batch RoundTimer::round_time(const std::function<void()>& operation, const Pace& pace) {
  std::vector<double> durations(static_cast<std::size_t>(pace.rounds));
  exchange_.meet();
  for (auto& duration : durations) {
    if (pace.cold_cache) cool_cache();
    meet_awake(exchange_);
    const double begun = now_us();
    operation();
    duration = now_us() - begun;
  }
  return judge(std::move(durations), pace);
}

Batch RoundTimer::judge(std::vector<double> completions_us, const Pace& pace) const {
  const auto everyone = exchange_.collect(completions_us);
  Batch batch;
  if (everyone.empty()) return batch;
  for (std::size_t round = 0; round < static_cast<std::size_t>(pace.rounds); ++round) {
    double last = 0;
    for (const auto& one : everyone) last = std::max(last, one[round]);
    if (last < delayed)
      batch.samples_us.push_back(last);
    else
      ++batch.late_rounds;
    batch.overrun_rounds += last == overrun;
  }
  return batch;
}

}  // namespace tutti
