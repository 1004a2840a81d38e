#include "harness/accept/node_probes.hpp"

#include <algorithm>
#include <cstddef>

#include "harness/measure/clock.hpp"
#include "harness/measure/round_timer.hpp"
#include "harness/results/statistics.hpp"

namespace tutti {
namespace {

/// Returns the number of elements of each array. Some virtual machines tell of a cache that all of
/// their host share, which would be most of a small machine's memory.
std::size_t array_size() {
  return std::clamp<std::size_t>(2 * last_level_cache_bytes(), 32u << 20, 64u << 20) /
         sizeof(double);
}

}  // namespace

MemoryBandwidth::Arrays::Arrays() : a(array_size(), 0), b(a.size(), 1), c(a.size(), 2) {}

std::vector<double> MemoryBandwidth::measure() {
  constexpr std::size_t samples = 5;
  if (!arrays_) arrays_.emplace();
  auto& [a, b, c] = *arrays_;
  const double bytes = 3.0 * sizeof(double) * static_cast<double>(a.size());
  std::vector<double> rates;
  for (std::size_t i = 0; i < samples; ++i) {
    const double begin = now_us();
    for (std::size_t j = 0; j < a.size(); ++j) a[j] = b[j] + c[j];
    rates.push_back(bytes / (now_us() - begin) / 1e3);
    b[i] = a.back();  // so that no loop can be left out
  }
  return {median(std::move(rates))};
}

std::vector<double> Slowdown::measure() {
  constexpr double measured_us = 200'000, gap_us = 20;
  const double begin = now_us();
  double last = begin, stolen = 0;
  while (last - begin < measured_us) {
    const double now = now_us();
    if (now - last > gap_us) stolen += now - last;
    last = now;
  }
  return {stolen / (last - begin)};
}

}  // namespace tutti
