#include "harness/case/neighbours.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace tutti {
namespace {

bool has_double_edge(int ranks) {
  const auto edges = graph_edges(ranks);
  return std::set(edges.begin(), edges.end()).size() < edges.size();
}

TEST(Neighbours, OfAGraphAreOfEveryKind) {
  for (const int ranks : {2, 3, 4, 5, 8, 64}) {
    EXPECT_EQ(has_double_edge(ranks), ranks % 2 == 0) << ranks;
    const auto loops = std::ranges::count_if(
        graph_edges(ranks), [](const auto& edge) { return edge.first == edge.second; });
    EXPECT_GT(loops, 0) << ranks;
    if (ranks < 3) continue;
    EXPECT_TRUE(sources_of(Group::graph, ranks, ranks - 1).empty());
    EXPECT_TRUE(destinations_of(Group::graph, ranks, ranks - 1).empty());
    if (ranks < 4) continue;
    EXPECT_TRUE(sources_of(Group::graph, ranks, 0).empty());
    EXPECT_FALSE(destinations_of(Group::graph, ranks, 0).empty());
    EXPECT_FALSE(sources_of(Group::graph, ranks, ranks - 2).empty());
    EXPECT_TRUE(destinations_of(Group::graph, ranks, ranks - 2).empty());
  }
}

/// Every block that is received was sent to that rank, and each is received once.
TEST(Neighbours, SendWhatTheOthersReceive) {
  for (const Group group : {Group::grid, Group::line, Group::box, Group::graph})
    for (const int ranks : {1, 2, 3, 4, 6, 8, 12}) {
      std::set<std::pair<int, int>> received;
      std::size_t sent = 0;
      for (int rank = 0; rank < ranks; ++rank) {
        const auto destinations = destinations_of(group, ranks, rank);
        sent +=
            destinations.size() - static_cast<std::size_t>(std::ranges::count(destinations, -1));
        for (const auto& [from, block] : sources_of(group, ranks, rank)) {
          if (from < 0) continue;
          EXPECT_EQ(destinations_of(group, ranks, from).at(static_cast<std::size_t>(block)), rank);
          EXPECT_TRUE(received.emplace(from, block).second);
        }
      }
      EXPECT_EQ(received.size(), sent);
    }
}

}  // namespace
}  // namespace tutti
