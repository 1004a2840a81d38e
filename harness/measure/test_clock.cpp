#include "harness/measure/test_clock.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <string>

#include "contract/error.hpp"
#include "harness/platform/launch_detection.hpp"

namespace tutti {
namespace {

constexpr double number_max = 1e9;

[[noreturn]] void reject(std::string_view entry) {
  throw UsageError(
      fmt::format("TUTTI_TEST_CLOCK: expected skew_us=NUMBER, drift_us_per_s=NUMBER "
                  "or ranks_per_host=NUMBER, separated by commas, found '{}'",
                  entry));
}

double number_in(std::string_view entry, std::size_t begin) {
  double number = 0;
  const char* const end = entry.data() + entry.size();
  const auto read = std::from_chars(entry.data() + begin, end, number);
  if (read.ec != std::errc{} || read.ptr != end || !(std::abs(number) <= number_max)) reject(entry);
  return number;
}

}  // namespace

TestClock TestClock::parse(std::string_view text, int rank) {
  TestClock clock;
  int ranks_per_host = 1;
  while (!text.empty()) {
    const auto entry = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), entry.size() + 1));
    const auto equals = entry.find('=');
    const auto name = entry.substr(0, equals);
    if (equals == entry.npos) reject(entry);
    const double number = number_in(entry, equals + 1);
    if (name == "skew_us")
      clock.skew_us_ = number;
    else if (name == "drift_us_per_s")
      clock.drift_us_per_s_ = number;
    else if (name == "ranks_per_host" && number >= 1)
      ranks_per_host = static_cast<int>(number);
    else
      reject(entry);
  }
  clock.set_ = true;
  clock.host_ = rank / ranks_per_host;
  const int times = (clock.host_ + 1) / 2 * (clock.host_ % 2 ? 1 : -1);
  clock.skew_us_ *= times;
  clock.drift_us_per_s_ *= times;
  clock.origin_us_ = machine_now_us();
  return clock;
}

const TestClock& TestClock::of_process() {
  static const TestClock clock = [] {
    const char* const text = std::getenv("TUTTI_TEST_CLOCK");
    return text ? parse(text, own_launch().rank) : TestClock();
  }();
  return clock;
}

double machine_now_us() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC_RAW, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
}

}  // namespace tutti
