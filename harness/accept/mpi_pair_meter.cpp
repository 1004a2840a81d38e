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
  const auto rank = static_cast<std::size_t>(exchange_.rank());
  const int node = layout_.node_of[rank];
  const auto& own_ranks = layout_.ranks[static_cast<std::size_t>(node)];
  const auto lane =
      static_cast<std::size_t>(std::ranges::find(own_ranks, exchange_.rank()) - own_ranks.begin());
  const auto first_rank = [&](int of_node) {
    return layout_.ranks[static_cast<std::size_t>(of_node)].front();
  };
  std::vector<double> costs;
  if (std::cmp_greater_equal(lane, test_.ranks_per_node)) return costs;
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const auto pair = std::ranges::find_if(
        rounds[i], [&](const NodePair& one) { return one.a == node || one.b == node; });
    const bool after_single = i > 0 && rounds[i - 1].size() == 1;
    const bool before_single = rounds[i].size() == 1 && i + 1 < rounds.size();
    if (pair == rounds[i].end()) continue;
    if (after_single && exchange_.rank() != first_rank(rounds[i - 1].front().a))
      exchange_.wait_for(first_rank(rounds[i - 1].front().a));
    const bool first = pair->a == node;
    const int other = first ? pair->b : pair->a;
    const double cost = time_with(layout_.ranks[static_cast<std::size_t>(other)][lane], first);
    if (first) costs.push_back(cost);
    if (!before_single || node != rounds[i].front().a) continue;
    const int notifier = first_rank(node);
    if (exchange_.rank() != notifier) {
      exchange_.notify(notifier);
      continue;
    }
    for (int j = 1; j < test_.ranks_per_node; ++j)
      exchange_.wait_for(own_ranks[static_cast<std::size_t>(j)]);
    for (const auto& next : rounds[i + 1])
      for (const int next_node : {next.a, next.b})
        for (int j = 0; j < test_.ranks_per_node; ++j) {
          const int next_rank =
              layout_.ranks[static_cast<std::size_t>(next_node)][static_cast<std::size_t>(j)];
          if (next_rank != exchange_.rank()) exchange_.notify(next_rank);
        }
  }
  return costs;
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
      for (int lane = 0; lane < test_.ranks_per_node; ++lane) {
        const auto rank = static_cast<std::size_t>(
            layout_.ranks[static_cast<std::size_t>(pair.a)][static_cast<std::size_t>(lane)]);
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
