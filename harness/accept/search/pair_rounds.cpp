#include "harness/accept/search/pair_rounds.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace tutti {

NodePair pair_of(int one, int other) {
  assert(one != other);
  return {std::min(one, other), std::max(one, other)};
}

std::vector<PairRound> all_pairs(int nodes, std::mt19937_64& random) {
  assert(nodes >= 0);
  if (nodes < 2) return {};
  const int seats = nodes + nodes % 2;  // who meets the seat without a node has a free round
  std::vector<int> node_at(static_cast<std::size_t>(seats));
  std::iota(node_at.begin(), node_at.end(), 0);
  std::shuffle(node_at.begin(), node_at.end(), random);
  std::vector<PairRound> rounds(static_cast<std::size_t>(seats - 1));
  for (auto& round : rounds) {
    for (int seat = 0; seat < seats / 2; ++seat) {
      const int one = node_at[static_cast<std::size_t>(seat)];
      const int other = node_at[static_cast<std::size_t>(seats - 1 - seat)];
      if (one < nodes && other < nodes) round.push_back(pair_of(one, other));
    }
    std::rotate(node_at.begin() + 1, node_at.end() - 1, node_at.end());
  }
  std::shuffle(rounds.begin(), rounds.end(), random);
  return rounds;
}

std::vector<PairRound> sampled_pairs(int nodes, int partners, std::mt19937_64& random) {
  auto rounds = all_pairs(nodes, random);
  if (std::cmp_less(partners, rounds.size())) rounds.resize(static_cast<std::size_t>(partners));
  return rounds;
}

std::vector<PairRound> rounds_of(const std::vector<NodePair>& pairs) {
  std::vector<PairRound> rounds;
  for (const auto& pair : pairs) {
    const auto has_room = [&](const PairRound& round) {
      return std::ranges::none_of(round, [&](const NodePair& other) {
        return other.a == pair.a || other.a == pair.b || other.b == pair.a || other.b == pair.b;
      });
    };
    const auto round = std::ranges::find_if(rounds, has_room);
    if (round == rounds.end())
      rounds.push_back({pair});
    else
      round->push_back(pair);
  }
  return rounds;
}

std::vector<PairRound> one_by_one(const std::vector<PairRound>& rounds) {
  std::vector<PairRound> single;
  for (const auto& round : rounds)
    for (const auto& pair : round) single.push_back({pair});
  return single;
}

}  // namespace tutti
