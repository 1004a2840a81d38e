#include "harness/accept/mpi_pair_meter.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "contract/mpi_error.hpp"
#include "harness/accept/orders.hpp"
#include "harness/measure/clock.hpp"
#include "harness/results/statistics.hpp"

namespace tutti {
namespace {

constexpr int tag = 1;  // those of the exchange are 0
constexpr int warm_up_repetitions = 2;

/// Converts rounds to numbers: for each round the number of its pairs, then their nodes.
std::vector<double> encode(std::span<const PairRound> rounds) {
  std::vector<double> numbers;
  for (const auto& round : rounds) {
    numbers.push_back(static_cast<double>(round.size()));
    for (const auto& pair : round) numbers.insert(numbers.end(), {1.0 * pair.a, 1.0 * pair.b});
  }
  return numbers;
}

std::vector<PairRound> decode(const std::vector<double>& numbers) {
  std::vector<PairRound> rounds;
  for (std::size_t at = 0; at < numbers.size();) {
    const auto pairs = static_cast<std::size_t>(numbers[at++]);
    auto& round = rounds.emplace_back();
    for (std::size_t i = 0; i < pairs; ++i, at += 2)
      round.push_back({static_cast<int>(numbers[at]), static_cast<int>(numbers[at + 1])});
  }
  return rounds;
}

}  // namespace

PairTest latency_test() { return {}; }

PairTest bandwidth_test(int ranks_per_node) {
  return {
      .measure = "bandwidth", .bytes = 1 << 20, .repetitions = 5, .ranks_per_node = ranks_per_node};
}

MpiPairMeter::MpiPairMeter(const Exchange& exchange, const NodeLayout& layout, PairTest test)
    : exchange_(exchange),
      layout_(layout),
      test_(std::move(test)),
      sent_(static_cast<std::size_t>(test_.bytes)),
      received_(sent_.size()) {
  assert(test_.ranks_per_node <= layout.ranks_per_node());
}

/// Returns the median time of a message with the peer, in microseconds.
double MpiPairMeter::time_with(int peer, bool first) {
  const auto comm = exchange_.comm();
  const int count = static_cast<int>(test_.bytes);
  const auto send = [&] { check(PMPI_Send(sent_.data(), count, MPI_BYTE, peer, tag, comm)); };
  const auto receive = [&] {
    check(PMPI_Recv(received_.data(), count, MPI_BYTE, peer, tag, comm, MPI_STATUS_IGNORE));
  };
  exchange_.notify(peer);
  exchange_.wait_for(peer);
  std::vector<double> times_us;
  for (int i = -warm_up_repetitions; i < test_.repetitions; ++i) {
    const double begin = now_us();
    if (first) {
      send();
      receive();
    } else {
      receive();
      send();
    }
    if (i >= 0) times_us.push_back((now_us() - begin) / 2);
  }
  return median(std::move(times_us));
}

/// Returns the costs that this rank measured as a rank of the first node of a pair, in the order of
/// the rounds.
std::vector<double> MpiPairMeter::take_part(const std::vector<PairRound>& rounds) {
  std::vector<double> costs;
  if (!layout_.is_among_first(exchange_.rank(), test_.ranks_per_node)) return costs;
  const int node = layout_.node_of[static_cast<std::size_t>(exchange_.rank())];
  const auto own_ranks = ranks_of(node);
  const auto lane = std::ranges::find(own_ranks, exchange_.rank()) - own_ranks.begin();
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const auto pair = std::ranges::find_if(
        rounds[i], [&](const NodePair& one) { return one.a == node || one.b == node; });
    if (pair == rounds[i].end()) continue;
    if (i > 0 && rounds[i - 1].size() == 1) wait_for_end(rounds[i - 1].front());
    const bool first = pair->a == node;
    const int peer = ranks_of(first ? pair->b : pair->a)[static_cast<std::size_t>(lane)];
    const double cost = time_with(peer, first);
    if (first) costs.push_back(cost);
    if (rounds[i].size() == 1 && first && i + 1 < rounds.size()) tell_end(rounds[i + 1]);
  }
  return costs;
}

/// The ranks of a node that take part.
std::span<const int> MpiPairMeter::ranks_of(int node) const {
  return std::span(layout_.ranks[static_cast<std::size_t>(node)])
      .first(static_cast<std::size_t>(test_.ranks_per_node));
}

/// Waits until the first rank of the pair's first node tells that its round has ended.
void MpiPairMeter::wait_for_end(const NodePair& pair) const {
  const int notifier = ranks_of(pair.a).front();
  if (exchange_.rank() != notifier) exchange_.wait_for(notifier);
}

/// Tells the ranks of the next round that the round of this node, which is the first of its only
/// pair, has ended at all of its ranks.
void MpiPairMeter::tell_end(const PairRound& next) const {
  const auto own_ranks = ranks_of(layout_.node_of[static_cast<std::size_t>(exchange_.rank())]);
  const int notifier = own_ranks.front();
  if (exchange_.rank() != notifier) return exchange_.notify(notifier);
  for (const int rank : own_ranks.subspan(1)) exchange_.wait_for(rank);
  for (const auto& pair : next)
    for (const int node : {pair.a, pair.b})
      for (const int rank : ranks_of(node))
        if (rank != notifier) exchange_.notify(rank);
}

std::vector<std::vector<double>> MpiPairMeter::measure(std::span<const PairRound> rounds) {
  const auto by_rank = give_order(exchange_, encode(rounds),
                                  [&](const auto& order) { return take_part(decode(order)); });
  std::vector<std::size_t> next(by_rank.size(), 0);
  std::vector<std::vector<double>> costs;
  for (const auto& round : rounds) {
    auto& of_round = costs.emplace_back();
    for (const auto& pair : round) {
      double slowest = 0;
      for (const int of_node : ranks_of(pair.a)) {
        const auto rank = static_cast<std::size_t>(of_node);
        slowest = std::max(slowest, by_rank[rank].at(next[rank]++));
      }
      of_round.push_back(slowest);
    }
  }
  return costs;
}

void MpiPairMeter::follow() {
  follow_orders(exchange_, [&](const auto& order) { return take_part(decode(order)); });
}

void MpiPairMeter::stop() { end_orders(exchange_); }

}  // namespace tutti
