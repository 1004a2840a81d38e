/// There is a best packet length: of the segments of eager messages, and of the blocks of long ones.
/// Source: CollGM, Figure 3
#include <fmt/format.h>

#include "microbench/claim.hpp"

namespace tutti {
namespace {

constexpr std::int64_t message_bytes = std::int64_t{32} << 20;
constexpr double goal = 0.9;  ///< speed with the shipped length, as a share of the best

struct Sweep {
  const char* protocol;
  std::vector<std::int64_t> packets;
};

std::vector<Sweep> sweeps() {
  const std::vector<std::int64_t> blocks{16384, 65536, 131072, 262144, 524288, 1048576, 4194304};
  return {{"bcast/flat:active:eager", {1024, 2048, 4032, 8064, 16128}},
          {"bcast/flat:active:rendezvous", blocks},
          {"bcast/flat:active:get", blocks}};
}

double gigabytes_per_second(double microseconds) {
  return static_cast<double>(message_bytes) / microseconds / 1e3;
}

void add_rows(std::vector<ClaimRow>& rows, const Sweep& sweep, const SubjectSamples& samples) {
  const SamplesByLaunch* best = nullptr;
  for (const auto packet : sweep.packets) {
    const auto& launches = samples.at(fmt::format("{}:packet={}", sweep.protocol, packet));
    const auto summary = summarize(pooled(launches));
    if (!best || summary.median < pooled_median(*best)) best = &launches;
    rows.push_back({.what = fmt::format("{}, packets of {} B", sweep.protocol, packet),
                    .reference = "",
                    .measured = gigabytes_per_second(summary.median),
                    .interval = {gigabytes_per_second(summary.median_interval.high),
                                 gigabytes_per_second(summary.median_interval.low)},
                    .unit = "GB/s"});
  }
  rows.push_back(row_of(fmt::format("{} as shipped, against the best length", sweep.protocol),
                        "64 KiB for eager, 128 KiB for rendezvous",
                        speedup(samples.at(sweep.protocol), *best), goal));
}

std::vector<ClaimRow> measure(const ClaimOptions& options) {
  std::vector<ClaimRow> rows;
  for (const int ranks : options.ranks.empty() ? std::vector{2} : options.ranks) {
    const Point point{Collective::bcast, ranks, message_bytes};
    std::vector<std::pair<Point, std::string>> subjects;
    for (const auto& [protocol, packets] : sweeps()) {
      subjects.emplace_back(point, protocol);
      for (const auto packet : packets)
        subjects.emplace_back(point, fmt::format("{}:packet={}", protocol, packet));
    }
    const auto samples =
        measure_in_launches(launch_of(options, ranks, subjects), options.launches).at(point);
    for (const auto& sweep : sweeps()) add_rows(rows, sweep, samples);
  }
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(segment_size){tutti::measure};
