#include "harness/case/oracle.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "harness/case/input_data.hpp"

namespace tutti {
namespace {

/// Returns the result at rank 1 of three ranks. Blocks of v-collectives have 1, 2 and 3 elements,
/// others 2; the root is 1.
std::vector<Piece> at_rank_1(Collective collective) {
  Operation operation{.collective = collective, .root = 1, .counts = {2}};
  if (traits(collective).has_varying_blocks()) operation.counts = {1, 2, 3};
  return defined_result({operation, 3}, 1);
}

using Pieces = std::vector<Piece>;

TEST(Meaning, OfMovement) {
  EXPECT_EQ(at_rank_1(Collective::barrier), Pieces{});
  EXPECT_EQ(at_rank_1(Collective::bcast), (Pieces{{1, 2, {0, 2}}}));
  const Pieces gathered{{0, 1, {0, 2}}, {1, 2, {0, 2}}, {2, 3, {0, 2}}};
  EXPECT_EQ(at_rank_1(Collective::gather), gathered);
  EXPECT_EQ(at_rank_1(Collective::allgather), gathered);
  const Pieces unequal{{0, 1, {0, 1}}, {1, 2, {0, 2}}, {2, 3, {0, 3}}};
  EXPECT_EQ(at_rank_1(Collective::gatherv), unequal);
  EXPECT_EQ(at_rank_1(Collective::allgatherv), unequal);
  EXPECT_EQ(at_rank_1(Collective::scatter), (Pieces{{1, 2, {2, 2}}}));
  EXPECT_EQ(at_rank_1(Collective::scatterv), (Pieces{{1, 2, {1, 2}}}));
  EXPECT_EQ(at_rank_1(Collective::alltoall),
            (Pieces{{0, 1, {2, 2}}, {1, 2, {2, 2}}, {2, 3, {2, 2}}}));
  // Every rank sends 1, 2, 3 elements to ranks 0, 1, 2.
  EXPECT_EQ(at_rank_1(Collective::alltoallv),
            (Pieces{{0, 1, {1, 2}}, {1, 2, {1, 2}}, {2, 3, {1, 2}}}));
}

TEST(Meaning, OfReduction) {
  EXPECT_EQ(at_rank_1(Collective::allreduce), (Pieces{{0, 3, {0, 2}}}));
  EXPECT_EQ(at_rank_1(Collective::reduce), (Pieces{{0, 3, {0, 2}}}));
  EXPECT_EQ(at_rank_1(Collective::scan), (Pieces{{0, 2, {0, 2}}}));
  EXPECT_EQ(at_rank_1(Collective::exscan), (Pieces{{0, 1, {0, 2}}}));
  EXPECT_EQ(at_rank_1(Collective::reduce_local), (Pieces{{1, 3, {0, 2}}}));
  EXPECT_EQ(at_rank_1(Collective::reduce_scatter), (Pieces{{0, 3, {1, 2}}}));
  EXPECT_EQ(at_rank_1(Collective::reduce_scatter_block), (Pieces{{0, 3, {2, 2}}}));
}

/// Returns the ranks that the blocks of the result come from, and the positions of their first elements.
std::vector<std::pair<int, std::int64_t>> sources(Collective collective, Group group, int ranks,
                                                  int rank) {
  std::vector<std::pair<int, std::int64_t>> found;
  const Operation operation{.collective = collective, .counts = {2}};
  for (const Piece& piece : defined_result({operation, ranks, 0, group}, rank))
    found.emplace_back(piece.first_rank, piece.positions.offset);
  return found;
}

TEST(Meaning, OfNeighbourhoods) {
  using Sources = std::vector<std::pair<int, std::int64_t>>;
  constexpr auto allgather = Collective::neighbor_allgather;
  constexpr auto alltoall = Collective::neighbor_alltoall;
  EXPECT_EQ(sources(allgather, Group::line, 3, 0), (Sources{{1, 0}}));
  EXPECT_EQ(sources(allgather, Group::line, 3, 1), (Sources{{0, 0}, {2, 0}}));
  // Rank 0 sends nothing to the left, so that its input begins with the block for the right.
  EXPECT_EQ(sources(alltoall, Group::line, 3, 1), (Sources{{0, 0}, {2, 0}}));
  // A grid of 1 x 2 ranks: each is its own neighbour, and that of the other in both directions.
  EXPECT_EQ(sources(alltoall, Group::grid, 2, 0), (Sources{{0, 2}, {0, 0}, {1, 6}, {1, 4}}));
}

/// Returns the result at a rank of an intercommunicator between the ranks 0, 1, 2 and 3, 4. Blocks have 2 elements.
Pieces between_three_and_two(Collective collective, int root, int rank) {
  const Operation operation{.collective = collective, .root = root, .counts = {2}};
  return defined_result({operation, 5, 0, Group::even_and_odd}, rank);
}

TEST(Meaning, OnIntercommunicators) {
  using enum Collective;
  const Pieces from_three{{0, 1, {0, 2}}, {1, 2, {0, 2}}, {2, 3, {0, 2}}};
  EXPECT_EQ(between_three_and_two(allgather, 0, 4), from_three);
  EXPECT_EQ(between_three_and_two(alltoall, 0, 4),
            (Pieces{{0, 1, {2, 2}}, {1, 2, {2, 2}}, {2, 3, {2, 2}}}));
  EXPECT_EQ(between_three_and_two(allreduce, 0, 0), (Pieces{{3, 5, {0, 2}}}));
  // Both groups combine 2 * 3 * 2 elements.
  EXPECT_EQ(between_three_and_two(reduce_scatter_block, 0, 4), (Pieces{{0, 3, {6, 6}}}));
  EXPECT_EQ(between_three_and_two(reduce_scatter_block, 0, 2), (Pieces{{3, 5, {8, 4}}}));
}

TEST(Meaning, OfBlocksThatDifferOnIntercommunicators) {
  using enum Collective;
  const auto at = [](Collective collective, std::vector<int> counts, int root, int rank) {
    const Operation operation{.collective = collective, .root = root, .counts = std::move(counts)};
    return defined_result({operation, 5, 0, Group::even_and_odd}, rank);
  };
  // The blocks of a rank's own group cut what the other group has combined.
  EXPECT_EQ(at(reduce_scatter, {1, 2, 3, 2, 4}, 0, 1), (Pieces{{3, 5, {1, 2}}}));
  EXPECT_EQ(at(reduce_scatter, {1, 2, 3, 2, 4}, 0, 4), (Pieces{{0, 3, {2, 4}}}));
  EXPECT_EQ(at(gatherv, {1, 2, 3, 4, 5}, 0, 0), (Pieces{{3, 4, {0, 4}}, {4, 5, {0, 5}}}));
  EXPECT_EQ(at(scatterv, {1, 2, 3, 4, 5}, 4, 1), (Pieces{{4, 5, {1, 2}}}));
  // From i to j go 5 i + j elements, so that ranks 3 and 4 send 15 and 20 elements to rank 0 first.
  std::vector<int> counts(25);
  std::iota(counts.begin(), counts.end(), 0);
  EXPECT_EQ(at(alltoallv, counts, 0, 1), (Pieces{{3, 4, {15, 16}}, {4, 5, {20, 21}}}));
}

TEST(Meaning, OfARootOnIntercommunicators) {
  using enum Collective;
  EXPECT_EQ(between_three_and_two(bcast, 1, 0), Pieces{});
  EXPECT_EQ(between_three_and_two(bcast, 1, 1), (Pieces{{1, 2, {0, 2}}}));
  EXPECT_EQ(between_three_and_two(bcast, 1, 3), (Pieces{{1, 2, {0, 2}}}));
  EXPECT_EQ(between_three_and_two(scatter, 0, 4), (Pieces{{0, 1, {2, 2}}}));
  EXPECT_EQ(between_three_and_two(gather, 4, 3), Pieces{});
  EXPECT_EQ(between_three_and_two(gather, 4, 4),
            (Pieces{{0, 1, {0, 2}}, {1, 2, {0, 2}}, {2, 3, {0, 2}}}));
  EXPECT_EQ(between_three_and_two(reduce, 4, 4), (Pieces{{0, 3, {0, 2}}}));
}

TEST(Meaning, IsNothingWhereMpiDefinesNoResult) {
  for (const auto collective : {Collective::gather, Collective::gatherv, Collective::reduce})
    EXPECT_EQ(defined_result({{.collective = collective, .root = 1, .counts = {2}}, 3}, 0),
              Pieces{});
  EXPECT_EQ(defined_result({{.collective = Collective::exscan, .counts = {2}}, 3}, 0), Pieces{});
}

Problem reduction(Element element, Operator op) {
  return {{.collective = Collective::allreduce, .counts = {5}, .element = element, .op = op}, 3, 9};
}

template <typename T>
std::array<T, 3> inputs(const Problem& problem, std::size_t position) {
  std::array<T, 3> values;
  for (int rank = 0; rank < 3; ++rank)
    values[static_cast<std::size_t>(rank)] =
        input_elements(problem, rank, {0, 5}).as<T>()[position];
  return values;
}

TEST(ExpectedOutput, AddsNumbers) {
  const auto problem = reduction(Element::int64, Operator::sum);
  const auto [a, b, c] = inputs<std::int64_t>(problem, 4);
  EXPECT_EQ(expected_output(problem, 0).as<std::int64_t>()[4], a + b + c);
}

TEST(ExpectedOutput, ComposesAffineMapsInRankOrder) {
  const auto problem = reduction(Element::int_int, Operator::affine);
  const auto [a, b, c] = inputs<Pair<int>>(problem, 2);
  const auto result = expected_output(problem, 0).as<Pair<int>>()[2];
  // The composed map must give at x = 1 what the maps give one after the other.
  const auto apply = [](const Pair<int>& map, std::int64_t x) {
    return (map.value * x + map.index) % 2147483647;
  };
  EXPECT_EQ(apply(result, 1), apply(c, apply(b, apply(a, 1))));
  EXPECT_NE(apply(result, 1), apply(a, apply(b, apply(c, 1))));
}

TEST(ExpectedOutput, KeepsTheValueOfTheLowestRank) {
  const auto problem = reduction(Element::float64, Operator::left);
  EXPECT_EQ(expected_output(problem, 1).as<double>()[3], inputs<double>(problem, 3)[0]);
}

TEST(ExpectedOutput, PicksTheLowestIndexOfEqualValues) {
  const auto problem = reduction(Element::short_int, Operator::maxloc);
  for (std::size_t position = 0; position < 5; ++position) {
    const auto values = inputs<Pair<short>>(problem, position);
    const auto result = expected_output(problem, 0).as<Pair<short>>()[position];
    for (const auto& [value, index] : values) {
      EXPECT_GE(result.value, value);
      if (value == result.value) {
        EXPECT_LE(result.index, index);
      }
    }
  }
}

}  // namespace
}  // namespace tutti
