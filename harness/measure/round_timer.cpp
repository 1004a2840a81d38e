#include "harness/measure/round_timer.hpp"

#include <fmt/core.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
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

RoundTimer::RoundTimer(const Exchange& exchange) : exchange_(exchange), clock_(exchange) {
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

Batch RoundTimer::time(const std::function<void()>& operation, const Pace& pace) {
  exchange_.meet();
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
  return judge(std::move(completions), pace);
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
