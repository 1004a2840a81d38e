#include "harness/accept/journaled_meters.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "contract/error.hpp"

namespace tutti {
namespace {

/// Rounds that are recorded together: what an interruption loses at most.
constexpr std::size_t rounds_per_record = 32;

/// Returns recorded costs, or those that `measure` returns.
template <class Measure>
std::vector<double> recorded_or(AcceptanceFile& file, const std::string& journal,
                                std::size_t expected, Measure measure) {
  if (auto costs = file.next_recorded(journal)) {
    if (costs->size() != expected)
      throw UsageError(fmt::format(
          "--out: expected {} costs in the next row of journal '{}', found {}: the interrupted "
          "launch had other options",
          expected, journal, costs->size()));
    return *costs;
  }
  auto costs = measure();
  file.record(journal, costs);
  return costs;
}

}  // namespace

std::vector<std::vector<double>> JournaledPairMeter::measure(std::span<const PairRound> rounds) {
  std::vector<std::vector<double>> all;
  while (!rounds.empty()) {
    const auto part = rounds.first(std::min(rounds_per_record, rounds.size()));
    rounds = rounds.subspan(part.size());
    std::size_t pairs = 0;
    for (const auto& round : part) pairs += round.size();
    const auto costs = recorded_or(file_, journal_, pairs, [&] {
      std::vector<double> flat;
      for (const auto& round : meter_.measure(part))
        flat.insert(flat.end(), round.begin(), round.end());
      return flat;
    });
    auto next = costs.begin();
    for (const auto& round : part) {
      const auto end = next + static_cast<std::ptrdiff_t>(round.size());
      all.emplace_back(next, end);
      next = end;
    }
  }
  return all;
}

std::vector<double> JournaledNodeMeter::measure(const std::vector<int>& nodes) {
  return recorded_or(file_, journal_, nodes.size(), [&] { return meter_.measure(nodes); });
}

}  // namespace tutti
