// Prints how wrong common clocks are, by the second: one that is renewed, and one that was compared
// once. The truth is known, since TUTTI_TEST_CLOCK makes the clocks wrong by known amounts.
//
//   TUTTI_TEST_CLOCK=skew_us=2000,drift_us_per_s=20 mpiexec -n 4 clock_errors [SECONDS]
#include <fmt/core.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "harness/measure/clock.hpp"
#include "harness/measure/clock_study.hpp"
#include "harness/measure/test_clock.hpp"

namespace tutti {
namespace {

using namespace std::chrono_literals;

constexpr auto between_renewals = 100ms;
constexpr int renewals_a_second = 10;

/// The largest error of any rank, and the largest bound that a rank had for its own.
struct Errors {
  double true_us = 0;
  double bound_us = 0;
  int broken = 0;  ///< how often an error was above its bound

  void note(const CommonClock& clock) {
    const double local_us = now_us(), bound = clock.error_us_at(local_us);
    const double error = std::abs(clock.at(local_us) - TestClock::of_process().true_us(local_us));
    true_us = std::max(true_us, error);
    bound_us = std::max(bound_us, bound);
    broken += error > bound + 0.01;
  }
};

Errors over_ranks(const Exchange& world, const Errors& own) {
  Errors all;
  const double values[]{own.true_us, own.bound_us, static_cast<double>(own.broken)};
  for (const auto& one : world.collect(values)) {
    all.true_us = std::max(all.true_us, one[0]);
    all.bound_us = std::max(all.bound_us, one[1]);
    all.broken += static_cast<int>(one[2]);
  }
  return all;
}

void print_errors(double seconds) {
  const Exchange world(MPI_COMM_WORLD);
  CommonClock fitted(world);
  const CommonClock once(world, ClockRule::constant);
  if (world.rank() == 0)
    fmt::print("{:>7} {:>16} {:>9} {:>7} {:>14} {:>9} {:>7}\n", "second", "renewed: us off",
               "bound us", "broken", "once: us off", "bound us", "broken");
  for (int second = 1; second <= seconds; ++second) {
    Errors of_fitted, of_once;
    for (int i = 0; i < renewals_a_second; ++i) {
      std::this_thread::sleep_for(between_renewals);
      of_fitted.note(fitted);
      of_once.note(once);
      fitted.renew();
    }
    const auto renewed = over_ranks(world, of_fitted), constant = over_ranks(world, of_once);
    if (world.rank() == 0)
      fmt::print("{:>7} {:>16.2f} {:>9.2f} {:>7} {:>14.2f} {:>9.2f} {:>7}\n", second,
                 renewed.true_us, renewed.bound_us, renewed.broken, constant.true_us,
                 constant.bound_us, constant.broken);
  }
}

}  // namespace
}  // namespace tutti

int main(int argc, char** argv) { return tutti::run_clock_study(argc, argv, tutti::print_errors); }
