#include "contract/topology.hpp"

#include <gtest/gtest.h>

#include <map>

namespace tutti {
namespace {

/// Returns the messages that arrive at a rank: from which rank, its how-manieth to this rank, and the
/// block that it fills.
std::map<std::pair<int, int>, int> arrivals_at(const Topology& topology, int rank) {
  std::map<int, int> from;
  std::map<std::pair<int, int>, int> arrivals;
  for (const auto& [peer, block] : topology.received_by(rank))
    arrivals[{peer, from[peer]++}] = block;
  return arrivals;
}

TEST(Topology, KeepsTheBlocksOfNeighboursThatAreNotThere) {
  const auto line = Topology::grid({3}, {0});
  EXPECT_EQ(line.neighbours_of(0), (Neighbours{{-1, 1}, {-1, 1}}));
  EXPECT_EQ(line.neighbours_of(2), (Neighbours{{1, -1}, {1, -1}}));
  EXPECT_EQ(line.blocks_received_by(0), 2);
  ASSERT_EQ(line.sent_by(0).size(), 1U);
  EXPECT_EQ(line.sent_by(0).front().block, 1);
}

TEST(Topology, NumbersDimensionsAsMpiDoes) {
  const auto grid = Topology::grid({2, 3}, {0, 1});
  EXPECT_EQ(grid.neighbours_of(4).destinations, (std::vector{1, -1, 3, 5}));
  EXPECT_EQ(grid.neighbours_of(0).destinations, (std::vector{-1, 3, 2, 1}));
}

TEST(Topology, WhatIsSentInOneDirectionArrivesFromTheOther) {
  const auto ring_of_two = Topology::grid({2}, {1});
  const auto sent = ring_of_two.sent_by(0);
  ASSERT_EQ(sent.size(), 2U);
  EXPECT_EQ(sent[0].block, 0);
  EXPECT_EQ(arrivals_at(ring_of_two, 1),
            (std::map<std::pair<int, int>, int>{{{0, 0}, 1}, {{0, 1}, 0}}));
}

TEST(Topology, MatchesTheEdgesOfAGraphInOrder) {
  const auto graph = Topology::graph(3, {{0, 1}, {2, 1}, {0, 1}, {1, 1}});
  EXPECT_EQ(graph.blocks_sent_by(0), 2);
  EXPECT_EQ(graph.blocks_received_by(0), 0);
  EXPECT_EQ(graph.neighbours_of(1), (Neighbours{{0, 2, 0, 1}, {1}}));
  EXPECT_EQ(arrivals_at(graph, 1), (std::map<std::pair<int, int>, int>{
                                       {{0, 0}, 0}, {{0, 1}, 2}, {{1, 0}, 3}, {{2, 0}, 1}}));
}

}  // namespace
}  // namespace tutti
