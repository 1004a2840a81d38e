/// With votes by neighborhood, a late rank or a misaligned buffer costs only its neighborhood.
/// Source: US patent 8,589,584
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "contract/error.hpp"
#include "contract/torus.hpp"
#include "harness/results/result_file.hpp"
#include "microbench/claim.hpp"
#include "microbench/late_broadcast/expected_message_protocol.hpp"
#include "microbench/simulation.hpp"

namespace tutti {
namespace {

using EndedBroadcasts = std::vector<EndedBroadcast>;

constexpr const char* both[]{global_vote, neighborhood_votes};
const std::vector<int> simulated_torus{4, 4, 4}, large_torus{8, 8, 8}, real_torus{2, 2, 2};

constexpr double simulated_lateness_us = 1000;
/// Real processes wake up late: the lateness must be far longer than that.
constexpr double real_lateness_us = 5000;
/// Short enough that figures show both the lateness and the latency.
constexpr double drawn_lateness_us = 40;
constexpr double same_time = 1.01;
constexpr double latency_goal = 1.3;
constexpr int small_bytes[]{8, 64, 1024}, drawn_bytes[]{8, 256, 8192, 262144};
constexpr int repetitions = 15;

/// Returns the next rank in each dimension, around the torus.
std::vector<int> neighbors_of(int rank, const std::vector<int>& extents) {
  const Torus torus(extents);
  std::vector<int> neighbors;
  for (int d = 0; d < torus.dimensions(); ++d) {
    const int last = torus.extent(d) - 1;
    const int steps = torus.coordinate(rank, d) == last ? -last : 1;
    neighbors.push_back(rank + steps * torus.stride(d));
  }
  return neighbors;
}

std::vector<int> neighbors_of_root(const std::vector<int>& extents) {
  return neighbors_of(0, extents);
}

std::string about(const OneBroadcast& broadcast) {
  auto text = fmt::format("{}, {}", fmt::join(broadcast.torus, "x"),
                          broadcast.protocol == global_vote ? "one vote" : "by neighbourhood");
  if (broadcast.late >= 0)
    text += fmt::format(", rank {} {:.0f} ms late", broadcast.late, broadcast.late_us / 1e3);
  if (broadcast.misaligned >= 0) text += fmt::format(", rank {} misaligned", broadcast.misaligned);
  return text;
}

ClaimRow exactly(std::string what, double value, double goal, std::string unit, Bound bound) {
  return {.what = std::move(what),
          .reference = "",
          .measured = value,
          .interval = {value, value},
          .goal = goal,
          .unit = std::move(unit),
          .bound = bound};
}

ClaimRow all_ranks(const OneBroadcast& broadcast, const char* what, auto&& holds_for) {
  const int ranks = Torus(broadcast.torus).ranks();
  int count = 0;
  for (int rank = 0; rank < ranks; ++rank) count += holds_for(rank);
  return exactly(fmt::format("{}: {}", about(broadcast), what), count, ranks, "ranks",
                 Bound::at_least);
}

const BroadcastEnd& end_at(const EndedBroadcast& ended, int rank) {
  return ended.ends[static_cast<std::size_t>(rank)];
}

double last_to_leave(const EndedBroadcast& ended) {
  return std::ranges::max(ended.ends, {}, &BroadcastEnd::left_us).left_us;
}

/// Returns a row about the ranks that behave as expected. Those that need not wait leave when they
/// would without a late rank; the others leave after it has entered.
ClaimRow containment(const EndedBroadcast& late, const EndedBroadcast& on_time) {
  return all_ranks(late.broadcast, "ranks that wait for it, or leave as without it, as expected",
                   [&](int rank) {
                     const double left = end_at(late, rank).left_us;
                     return waits_for_late(late.broadcast, rank)
                                ? left >= late.broadcast.late_us
                                : left <= same_time * end_at(on_time, rank).left_us;
                   });
}

ClaimRow protocols(const EndedBroadcast& ended) {
  return all_ranks(ended.broadcast, "ranks with the right protocol", [&](int rank) {
    return end_at(ended, rank).arrivals == expected_arrivals(ended.broadcast, rank);
  });
}

/// Simulates one broadcast in a simulation of its own. The order in which the simulator handles
/// simultaneous messages depends on all that it did before, so that only times after the same past
/// can be compared.
EndedBroadcast simulate_alone(const OneBroadcast& broadcast) {
  return simulate({broadcast}).front();
}

OneBroadcast with_late_rank(OneBroadcast broadcast, int late) {
  broadcast.late = late;
  broadcast.late_us = simulated_lateness_us;
  return broadcast;
}

void simulate_lateness(std::vector<ClaimRow>& rows) {
  for (const char* protocol : both) {
    const OneBroadcast broadcast{.protocol = protocol, .torus = simulated_torus};
    const auto on_time = simulate_alone(broadcast);
    for (const int late : neighbors_of_root(simulated_torus))
      rows.push_back(containment(simulate_alone(with_late_rank(broadcast, late)), on_time));
  }
}

void simulate_misalignment(std::vector<ClaimRow>& rows) {
  std::vector<OneBroadcast> broadcasts;
  for (const char* protocol : both)
    for (const int misaligned : neighbors_of_root(simulated_torus))
      broadcasts.push_back(
          {.protocol = protocol, .torus = simulated_torus, .misaligned = misaligned});
  for (const auto& ended : simulate(broadcasts)) rows.push_back(protocols(ended));
}

/// Simulates the source's worked example: one rank of the first line is misaligned, another rank is
/// late.
void simulate_both(std::vector<ClaimRow>& rows) {
  const auto& torus = simulated_torus;
  const int root = Torus(torus).ranks() / 3;
  const auto neighbors = neighbors_of(root, torus);
  for (const char* protocol : both) {
    const OneBroadcast on_time{
        .protocol = protocol, .torus = torus, .root = root, .misaligned = neighbors.front()};
    const auto late = simulate_alone(with_late_rank(on_time, neighbors.back()));
    rows.push_back(containment(late, simulate_alone(on_time)));
    rows.push_back(protocols(late));
  }
}

void simulate_latency(const std::vector<int>& torus, double goal, std::vector<ClaimRow>& rows) {
  std::vector<OneBroadcast> broadcasts;
  for (const int bytes : small_bytes)
    for (const char* protocol : both)
      broadcasts.push_back({.protocol = protocol, .torus = torus, .bytes = bytes});
  const auto ended = simulate(broadcasts);
  for (std::size_t i = 0; i < ended.size(); i += 2) {
    const double once = last_to_leave(ended[i]), by_neighborhood = last_to_leave(ended[i + 1]);
    rows.push_back(
        exactly(fmt::format("{}, {} B: one vote over votes by neighbourhood ({:.2f} us, {:.2f} us)",
                            fmt::join(torus, "x"), ended[i].broadcast.bytes, once, by_neighborhood),
                once / by_neighborhood, goal, "times", Bound::at_least));
  }
}

/// Returns the broadcasts for real processes: on time, and with one rank in each dimension that is
/// late and misaligned.
std::vector<OneBroadcast> real_broadcasts() {
  std::vector<OneBroadcast> broadcasts;
  for (const char* protocol : both) {
    broadcasts.push_back({.protocol = protocol, .torus = real_torus});
    for (const int special : neighbors_of_root(real_torus))
      broadcasts.push_back({.protocol = protocol,
                            .torus = real_torus,
                            .late = special,
                            .late_us = real_lateness_us,
                            .misaligned = special});
  }
  return broadcasts;
}

/// Runs all of them, once in each repetition.
nlohmann::json in_launch() {
  auto rows = nlohmann::json::array();
  for (int repetition = 0; repetition < repetitions; ++repetition)
    for (const auto& ended : run(real_broadcasts())) rows.push_back(to_json(ended));
  return rows;
}

/// Returns the median time at which the rank left, over the repetitions.
double left_us(const EndedBroadcasts& repeated, int rank) {
  std::vector<double> times;
  for (const auto& ended : repeated) times.push_back(end_at(ended, rank).left_us);
  return summarize(std::move(times)).median;
}

void judge_real(const EndedBroadcasts& repeated, std::vector<ClaimRow>& rows) {
  const auto& broadcast = repeated.front().broadcast;
  rows.push_back(all_ranks(broadcast, "ranks with the right protocol and data", [&](int rank) {
    return std::ranges::all_of(repeated, [&](const auto& ended) {
      return end_at(ended, rank).right &&
             end_at(ended, rank).arrivals == expected_arrivals(broadcast, rank);
    });
  }));
  if (broadcast.late < 0) return;
  rows.push_back(all_ranks(broadcast, "ranks that wait for it, or not, as expected", [&](int rank) {
    return (left_us(repeated, rank) >= real_lateness_us) == waits_for_late(broadcast, rank);
  }));
}

void measure_real(std::vector<ClaimRow>& rows) {
  const auto all = result_of_launch("neighborhood_votes", Torus(real_torus).ranks(), {});
  const auto count = real_broadcasts().size();
  std::vector<EndedBroadcasts> repeated(count);
  for (std::size_t i = 0; i < all.size(); ++i)
    repeated[i % count].push_back(ended_broadcast_of(all[i]));
  for (const auto& same : repeated) judge_real(same, rows);
}

/// Returns the broadcasts for figures: one with a late rank and a misaligned one, and all sizes
/// with neither and with either.
std::vector<OneBroadcast> drawn_broadcasts() {
  const auto neighbors = neighbors_of_root(simulated_torus);
  const int misaligned = neighbors.front(), late = neighbors.back();
  std::vector<OneBroadcast> broadcasts;
  for (const char* protocol : both) {
    const OneBroadcast plain{.protocol = protocol, .torus = simulated_torus};
    auto& special = broadcasts.emplace_back(plain);
    special.late = late;
    special.late_us = drawn_lateness_us;
    special.misaligned = misaligned;
    for (const int bytes : drawn_bytes) {
      auto sized = plain;
      sized.bytes = bytes;
      broadcasts.insert(broadcasts.end(), 3, sized);
      broadcasts.back().misaligned = misaligned;
      auto& delayed = *std::prev(broadcasts.end(), 2);
      delayed.late = late;
      delayed.late_us = drawn_lateness_us;
    }
  }
  return broadcasts;
}

std::vector<ClaimRow> measure(const ClaimOptions& options) {
  std::vector<ClaimRow> rows;
  measure_real(rows);
  simulate_lateness(rows);
  simulate_misalignment(rows);
  simulate_both(rows);
  simulate_latency(simulated_torus, latency_goal, rows);
  simulate_latency(large_torus, 0, rows);
  if (options.out)
    for (const auto& ended : simulate(drawn_broadcasts())) options.out->append(to_json(ended));
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(neighborhood_votes){tutti::measure, tutti::in_launch};
