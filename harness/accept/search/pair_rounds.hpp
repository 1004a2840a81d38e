#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace tutti {

/// Two different nodes, by number; the smaller one first.
struct NodePair {
  int a = 0;
  int b = 1;

  friend auto operator<=>(const NodePair&, const NodePair&) = default;
};

/// Pairs without a common node, which can be measured at the same time.
using PairRound = std::vector<NodePair>;

/// Returns the pair of two different nodes in either order.
NodePair pair_of(int one, int other);

/// Returns rounds in which every pair of the nodes occurs exactly once, in drawn order: one round
/// less than nodes, or as many as nodes if that number is odd. The circle method of round-robin
/// tournaments, over a drawn numbering of the nodes.
std::vector<PairRound> all_pairs(int nodes, std::mt19937_64& random);

/// Returns that many of the rounds of all_pairs(), or all if there are not so many: each node meets
/// about as many different partners.
std::vector<PairRound> sampled_pairs(int nodes, int partners, std::mt19937_64& random);

/// Returns rounds that hold each of the different pairs once, each pair in the first round that has
/// neither of its nodes.
std::vector<PairRound> rounds_of(const std::vector<NodePair>& pairs);

/// Returns the same pairs, in the same order, in rounds of one.
std::vector<PairRound> one_by_one(const std::vector<PairRound>& rounds);

}  // namespace tutti
