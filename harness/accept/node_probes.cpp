#include "harness/accept/node_probes.hpp"

#include <algorithm>
#include <cstddef>

#include "harness/measure/clock.hpp"
#include "harness/measure/round_timer.hpp"

namespace tutti {
namespace {

/// Returns the number of elements of each array. Some virtual machines tell of a cache that all of
/// their host share, which would be most of a small machine's memory.
std::size_t array_size() {
  return std::clamp<std::size_t>(2 * last_level_cache_bytes(), 32u << 20, 64u << 20) /
         sizeof(double);
}

}  // namespace

MemoryProbe::MemoryProbe() : a_(array_size(), 0), b_(a_.size(), 1), c_(a_.size(), 2) {}

std::vector<double> MemoryProbe::samples() {
  constexpr int samples = 5;
  const double bytes = 3.0 * sizeof(double) * static_cast<double>(a_.size());
  std::vector<double> rates;
  for (std::size_t i = 0; i < samples; ++i) {
    const double begin = now_us();
    for (std::size_t j = 0; j < a_.size(); ++j) a_[j] = b_[j] + c_[j];
    rates.push_back(bytes / (now_us() - begin) / 1e3);
    b_[i] = a_.back();  // so that no loop can be left out
  }
  return rates;
}

std::vector<double> stolen_time_samples() {
  constexpr int samples = 10;
  constexpr double sample_us = 20000, gap_us = 20;
  std::vector<double> shares;
  for (int i = 0; i < samples; ++i) {
    const double begin = now_us();
    double last = begin, stolen = 0;
    while (last - begin < sample_us) {
      const double now = now_us();
      if (now - last > gap_us) stolen += now - last;
      last = now;
    }
    shares.push_back(stolen / (last - begin));
  }
  return shares;
}

}  // namespace tutti
