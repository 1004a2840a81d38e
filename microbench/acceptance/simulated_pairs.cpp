#include "microbench/acceptance/simulated_pairs.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace tutti {
namespace {

bool contains(const Suspect& part, const NodePair& pair) {
  assert(part.kind != SlowKind::group);
  if (part.kind == SlowKind::node) return part.number == pair.a || part.number == pair.b;
  return pair_of(part.number, part.other) == pair;
}

}  // namespace

SimulatedPairs::SimulatedPairs(int nodes, std::string measure, std::vector<InjectedFault> faults,
                               const RecordedNoise& noise, std::uint64_t seed)
    : nodes_(nodes),
      measure_(std::move(measure)),
      faults_(std::move(faults)),
      noise_(noise),
      random_(seed) {
  assert(!noise.empty());
}

double SimulatedPairs::true_cost(const NodePair& pair) const {
  double factor = 1;
  for (const auto& fault : faults_)
    if (fault.measure == measure_ && contains(fault.part, pair))
      factor = std::max(factor, fault.factor);
  return factor;
}

std::vector<std::vector<double>> SimulatedPairs::measure(std::span<const PairRound> rounds) {
  std::vector<std::vector<double>> costs;
  auto next = std::uniform_int_distribution<std::size_t>(0, noise_.size() - 1)(random_);
  for (const auto& round : rounds) {
    auto& of_round = costs.emplace_back();
    for (const auto& pair : round)
      of_round.push_back(true_cost(pair) * std::exp(noise_[next++ % noise_.size()]));
    measured_pairs_ += static_cast<std::int64_t>(round.size());
  }
  measured_rounds_ += static_cast<std::int64_t>(rounds.size());
  return costs;
}

}  // namespace tutti
