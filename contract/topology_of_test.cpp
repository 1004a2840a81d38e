#include "contract/topology_of.hpp"

#include <gtest/gtest.h>

#include "contract/mpi_error.hpp"
#include "contract/mpi_handle.hpp"

namespace tutti {
namespace {

class TopologyOf : public testing::Test {
 protected:
  TopologyOf() {
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    PMPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  }

  int rank_ = 0, ranks_ = 1;
};

TEST_F(TopologyOf, IsNullWithoutATopology) { EXPECT_EQ(topology_of(MPI_COMM_WORLD), nullptr); }

TEST_F(TopologyOf, AGridIsKnownToAllRanks) {
  const int extents[] = {ranks_, 1}, periodic[] = {0, 1};
  MPI_Comm grid = MPI_COMM_NULL;
  check(PMPI_Cart_create(MPI_COMM_WORLD, 2, extents, periodic, 0, &grid));
  const Communicator owner(grid);
  EXPECT_EQ(*topology_of(grid), Topology::grid({ranks_, 1}, {0, 1}));
}

TEST_F(TopologyOf, ADistributedGraphIsKnownByItsOwnNeighbours) {
  const int next = (rank_ + 1) % ranks_, previous = (rank_ + ranks_ - 1) % ranks_;
  const int sources[] = {previous, previous}, weights[] = {1, 2};
  MPI_Comm unweighted = MPI_COMM_NULL, weighted = MPI_COMM_NULL;
  const int destinations[] = {next, next};
  check(PMPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, MPI_UNWEIGHTED, 2, destinations,
                                        MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &unweighted));
  const Communicator owner(unweighted);
  check(PMPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, weights, 2, destinations,
                                        weights, MPI_INFO_NULL, 0, &weighted));
  const Communicator other_owner(weighted);
  const auto ring = Topology::graph({{rank_, {{previous, previous}, {next, next}}}});
  EXPECT_EQ(*topology_of(unweighted), ring);
  EXPECT_EQ(*topology_of(weighted), ring);
}

TEST_F(TopologyOf, TheEdgesOfAGraphLeadBothWays) {
  std::vector<int> index, edges;
  for (int rank = 0; rank < ranks_; ++rank) {
    edges.push_back((rank + 1) % ranks_);
    edges.push_back((rank + ranks_ - 1) % ranks_);
    index.push_back(static_cast<int>(edges.size()));
  }
  MPI_Comm graph = MPI_COMM_NULL;
  check(PMPI_Graph_create(MPI_COMM_WORLD, ranks_, index.data(), edges.data(), 0, &graph));
  const Communicator owner(graph);
  const std::vector both{(rank_ + 1) % ranks_, (rank_ + ranks_ - 1) % ranks_};
  EXPECT_EQ(*topology_of(graph), Topology::graph({{rank_, {both, both}}}));
}

}  // namespace
}  // namespace tutti
