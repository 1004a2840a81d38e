// Times MPI_Allreduce by three clocks in turn, round by round, so that what disturbs the machine
// disturbs all of them: the true time, a common clock that is renewed, and one that was compared
// once. The truth is known, since TUTTI_TEST_CLOCK makes the clocks wrong by known amounts.
//
//   TUTTI_TEST_CLOCK=skew_us=2000,drift_us_per_s=20 mpiexec -n 4 clock_figures [SECONDS]
#include <fmt/core.h>
#include <mpi.h>
#include <sched.h>

#include <functional>
#include <limits>

#include "harness/measure/clock.hpp"
#include "harness/measure/clock_study.hpp"
#include "harness/measure/test_clock.hpp"
#include "harness/results/statistics.hpp"

namespace tutti {
namespace {

constexpr int turns = 24;  ///< between renewals
constexpr double lead_us = 1000;
constexpr double late_us = 50;
constexpr double missed = std::numeric_limits<double>::infinity();

struct TimedBy {
  std::function<double()> now;
  std::vector<double> samples_us = {};
};

/// Returns the time from a common start, by the clock, to the end at this rank.
double time_us(const TimedBy& clock, const Exchange& world,
               const std::function<void()>& operation) {
  const double start = world.share_value(clock.now() + lead_us);
  bool late = clock.now() > start;
  while (clock.now() < start) sched_yield();
  late |= clock.now() > start + late_us;
  operation();
  return late ? missed : clock.now() - start;
}

/// Times the operation by the clocks in turn, each turn in another order.
void take_batch(std::vector<TimedBy>& clocks, const Exchange& world,
                const std::function<void()>& operation) {
  std::vector<std::size_t> order(clocks.size() * turns);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = (i + i / clocks.size()) % clocks.size();
  std::vector<double> own;
  for (const auto clock : order) own.push_back(time_us(clocks[clock], world, operation));
  const auto everyone = world.collect(own);
  for (std::size_t i = 0; i < order.size() && !everyone.empty(); ++i) {
    double last = 0;
    for (const auto& one : everyone) last = std::max(last, one[i]);
    if (last < missed) clocks[order[i]].samples_us.push_back(last);
  }
}

void print_row(int bytes, const std::vector<TimedBy>& clocks) {
  std::vector<Summary> times;
  for (const auto& clock : clocks) {
    if (clock.samples_us.empty()) return fmt::print("{:>8} no round began in time\n", bytes);
    times.push_back(summarize(clock.samples_us));
  }
  const auto &truth = times[0], &renewed = times[1], &once = times[2];
  fmt::print("{:>8} {:>6} {:>10.2f} [{:>8.2f}, {:>8.2f}] {:>10.2f} {:>7.3f} {:>10.2f} {:>7.3f}\n",
             bytes, truth.repetitions, truth.median, truth.median_interval.low,
             truth.median_interval.high, renewed.median, renewed.median / truth.median, once.median,
             once.median / truth.median);
}

void print_figures(double seconds) {
  const Exchange world(MPI_COMM_WORLD);
  CommonClock renewed(world);
  const CommonClock once(world, ClockRule::constant);
  if (world.rank() == 0)
    fmt::print("{:>8} {:>6} {:>10} {:>20} {:>10} {:>7} {:>10} {:>7}\n", "bytes", "rounds",
               "true us", "95 % interval", "renewed us", "ratio", "once us", "ratio");
  for (const int bytes : {8, 16384, 262144}) {
    std::vector<char> sent(static_cast<std::size_t>(bytes)), received(sent.size());
    const auto operation = [&] {
      PMPI_Allreduce(sent.data(), received.data(), bytes, MPI_BYTE, MPI_BOR, world.comm());
    };
    std::vector<TimedBy> clocks{{[] { return TestClock::of_process().true_us(now_us()); }},
                                {[&] { return renewed.now(); }},
                                {[&] { return once.now(); }}};
    const double end_us = now_us() + seconds * 1e6;
    do {
      renewed.renew();
      take_batch(clocks, world, operation);
    } while (world.share_flag(now_us() < end_us));
    if (world.rank() == 0) print_row(bytes, clocks);
  }
}

}  // namespace
}  // namespace tutti

int main(int argc, char** argv) { return tutti::run_clock_study(argc, argv, tutti::print_figures); }
