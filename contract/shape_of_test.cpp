#include "contract/shape_of.hpp"

#include <gtest/gtest.h>

#include "contract/mpi_handle.hpp"

namespace tutti {
namespace {

class ShapeOf : public testing::Test {
 protected:
  void SetUp() override {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    last_ = ranks_ - 1;
  }
  Call call(Collective collective) const {
    return {.collective = collective, .root = last_, .comm = MPI_COMM_WORLD};
  }
  bool at_root() const { return rank_ == last_; }

  int rank_ = 0;
  int ranks_ = 1;
  int last_ = 0;
};

TEST_F(ShapeOf, CountsBytesOfTheSignatureHoweverItIsDescribed) {
  MPI_Datatype pair = MPI_DATATYPE_NULL;
  PMPI_Type_contiguous(2, MPI_INT, &pair);
  PMPI_Type_commit(&pair);
  const Datatype owner(pair);
  auto bcast = call(Collective::bcast);
  bcast.receive_count = rank_ % 2 == 0 ? 6 : 3;
  bcast.receive_type = rank_ % 2 == 0 ? MPI_INT : pair;
  const auto shape = shape_of(bcast);
  EXPECT_EQ(shape.count, 24);
  EXPECT_EQ(shape.unit_bytes, 1);
  EXPECT_EQ(shape.root, last_);
  EXPECT_EQ(shape.ranks, ranks_);
}

TEST_F(ShapeOf, ReadsTheSideThatIsSignificant) {
  auto gather = call(Collective::gather);
  (at_root() ? gather.receive_count : gather.send_count) = 5;
  (at_root() ? gather.receive_type : gather.send_type) = MPI_DOUBLE;
  EXPECT_EQ(shape_of(gather).count, 40);

  auto scatter = call(Collective::scatter);
  (at_root() ? scatter.send_count : scatter.receive_count) = 3;
  (at_root() ? scatter.send_type : scatter.receive_type) = MPI_SHORT;
  scatter.receive = at_root() ? MPI_IN_PLACE : nullptr;
  EXPECT_EQ(shape_of(scatter).count, 6);
}

TEST_F(ShapeOf, ReadsTheSideOfNeighboursThatAreThere) {
  const auto edge = std::make_shared<const Topology>(Topology::graph(2, {{0, 1}}));
  const Call exchange{.collective = Collective::neighbor_alltoall,
                      .send_count = 5,
                      .send_type = MPI_INT,
                      .receive_count = 3,
                      .receive_type = MPI_INT};
  EXPECT_EQ(shape_of(exchange, 0, 2, edge).count, 20);
  EXPECT_EQ(shape_of(exchange, 1, 2, edge).count, 12);
  EXPECT_EQ(shape_of(exchange, 1, 2, edge).input_units(0), 12);
  EXPECT_EQ(shape_of(exchange, 1, 2, edge).input_units(1), 0);
}

TEST_F(ShapeOf, CountsElementsWhereTheyAreCombined) {
  auto allreduce = call(Collective::allreduce);
  allreduce.receive_count = 7;
  allreduce.receive_type = MPI_DOUBLE;
  allreduce.op = MPI_SUM;
  const auto shape = shape_of(allreduce);
  EXPECT_EQ(shape.count, 7);
  EXPECT_EQ(shape.unit_bytes, 8);
  EXPECT_EQ(shape.root, 0);
  EXPECT_TRUE(shape.op.commutative);
  EXPECT_TRUE(shape.op.builtin);
}

TEST_F(ShapeOf, KnowsWhatAUserOperationPromises) {
  MPI_Op op = MPI_OP_NULL;
  PMPI_Op_create([](void*, void*, int*, MPI_Datatype*) {}, 0, &op);
  const UserOperator owner(op);
  auto scan = call(Collective::scan);
  scan.receive_type = MPI_INT;
  scan.op = op;
  EXPECT_FALSE(shape_of(scan).op.commutative);
  EXPECT_FALSE(shape_of(scan).op.builtin);
}

TEST_F(ShapeOf, KeepsTheCountsThatAllRanksKnow) {
  std::vector<int> counts;
  for (int i = 0; i < ranks_; ++i) counts.push_back(i + 1);
  auto allgatherv = call(Collective::allgatherv);
  allgatherv.receive_counts = counts.data();
  allgatherv.receive_type = MPI_INT;
  EXPECT_EQ(shape_of(allgatherv).block(last_).length, 4 * ranks_);

  auto reduce_scatter = call(Collective::reduce_scatter);
  reduce_scatter.receive_counts = counts.data();
  reduce_scatter.receive_type = MPI_INT;
  reduce_scatter.op = MPI_MAX;
  EXPECT_EQ(shape_of(reduce_scatter).block(last_).length, ranks_);
}

TEST_F(ShapeOf, TakesBlocksAsUnitsWhereOnlyTheTwoEndsKnowTheirSize) {
  for (const auto collective : {Collective::gatherv, Collective::scatterv, Collective::alltoallv}) {
    const auto shape = shape_of(call(collective));
    EXPECT_EQ(shape.count, 1);
    EXPECT_EQ(shape.unit_bytes, 0);
  }
}

}  // namespace
}  // namespace tutti
