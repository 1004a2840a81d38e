#include "harness/accept/search/pair_rounds.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace tutti {

NodePair pair_of(int one, int other) {
  assert(one != other);
  return {std::min(one, other), std::max(one, other)};
}

std::vector<PairRound> all_pairs(int nodes, std::mt19937_64& random) {
  return sampled_pairs(nodes, nodes, random);
}

/// Returns one round of the circle method: the node at the first seat stays, the others move on by
/// one seat from round to round; who sits opposite of each other meets. A node beyond the last one
/// stands for a free round.
static PairRound circle_round(const std::vector<int>& seats, int number, int nodes) {
  const int last = static_cast<int>(seats.size()) - 1;
  const auto node_at = [&](int seat) {
    return seats[static_cast<std::size_t>(seat == 0 ? 0 : 1 + (seat - 1 + number) % last)];
  };
  PairRound round;
  for (int seat = 0; 2 * seat < last; ++seat) {
    const int one = node_at(seat), other = node_at(last - seat);
    if (one < nodes && other < nodes) round.push_back(pair_of(one, other));
  }
  return round;
}

std::vector<PairRound> sampled_pairs(int nodes, int partners, std::mt19937_64& random) {
  assert(nodes >= 0 && partners >= 0);
  if (nodes < 2) return {};
  std::vector<int> seats(static_cast<std::size_t>(nodes + nodes % 2));
  std::iota(seats.begin(), seats.end(), 0);
  std::shuffle(seats.begin(), seats.end(), random);
  std::vector<int> numbers(seats.size() - 1);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::shuffle(numbers.begin(), numbers.end(), random);
  if (std::cmp_less(partners, numbers.size())) numbers.resize(static_cast<std::size_t>(partners));
  std::vector<PairRound> rounds;
  for (const int number : numbers) rounds.push_back(circle_round(seats, number, nodes));
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
