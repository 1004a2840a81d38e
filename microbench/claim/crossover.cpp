/// Short messages are fastest eagerly, long ones without a copy; which is best changes only once.
/// Source: CollGM, sections on the eager and the rendezvous protocol; US patent 8,056,090, early arrivals
#include <fmt/format.h>

#include "microbench/claim.hpp"

namespace tutti {
namespace {

constexpr std::int64_t sizes[]{1024,  4096,   8192,   16384,   32768,
                               65536, 131072, 262144, 1048576, 4194304};
constexpr const char* ways[]{"eager", "rendezvous", "put", "get"};
constexpr double goal = 0.9;  ///< speed of the automatic choice, as a share of the best

/// The measured collectives: one message, and one that is combined where it arrives.
constexpr std::pair<Collective, const char*> carriers[]{
    {Collective::bcast, "bcast/flat:active"},
    {Collective::allreduce, "allreduce/recursive_doubling:active"},
};

std::vector<ClaimRow> measure(const ClaimOptions& options) {
  std::vector<ClaimRow> rows;
  for (const int ranks : options.ranks.empty() ? std::vector{2} : options.ranks) {
    std::vector<std::pair<Point, std::string>> subjects;
    std::map<Collective, std::string> automatic;
    for (const auto& [collective, protocol] : carriers) {
      automatic[collective] = protocol;
      for (const auto bytes : sizes) {
        const Point point{collective, ranks, bytes};
        subjects.emplace_back(point, protocol);
        for (const char* way : ways)
          subjects.emplace_back(point, fmt::format("{}:{}", protocol, way));
      }
    }
    std::vector<Pairing> all;
    for (const auto& [point, samples] :
         measure_in_launches(launch_of(options, ranks, subjects), options.launches)) {
      const auto& chosen = samples.at(automatic.at(point.collective));
      const auto best = fastest(samples, [](const std::string&) { return true; });
      all.push_back({chosen, samples.at(best)});
      rows.push_back(row_of(fmt::format("{}, automatic against {}", print(point), best), "",
                            speedup(chosen, samples.at(best)), 0));
    }
    rows.push_back(
        row_of(fmt::format("{} ranks, automatic against the best, geometric mean", ranks),
               "eager below a threshold, rendezvous above", geometric_mean_speedup(all), goal));
  }
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(crossover){tutti::measure};
