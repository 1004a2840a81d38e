#include "contract/shape_of.hpp"

#include <algorithm>
#include <array>

#include "contract/datatype.hpp"
#include "contract/mpi_error.hpp"
#include "contract/topology_of.hpp"

namespace tutti {
namespace {

bool is_builtin(MPI_Op op) {
  const std::array builtin{MPI_MAX, MPI_MIN, MPI_SUM,  MPI_PROD, MPI_LAND,   MPI_BAND,
                           MPI_LOR, MPI_BOR, MPI_LXOR, MPI_BXOR, MPI_MAXLOC, MPI_MINLOC};
  return std::find(builtin.begin(), builtin.end(), op) != builtin.end();
}

OpTraits traits_of(MPI_Op op) {
  if (is_builtin(op)) return {.commutative = true, .builtin = true};
  int commutative = 0;
  check(PMPI_Op_commutative(op, &commutative));
  return {.commutative = commutative != 0, .builtin = false};
}

/// Returns the bytes of one block, from the side of the call that is significant at this rank.
std::int64_t block_bytes(const Call& call, const Shape& shape, int rank) {
  const bool holds_output = traits(call.collective).output.is_held_by(rank, call.root);
  const bool receives = holds_output && shape.output_blocks(rank) > 0;
  const bool send_side = !receives || (is_scatter(call.collective) && rank == call.root);
  return send_side ? call.send_count * packed_bytes(call.send_type)
                   : call.receive_count * packed_bytes(call.receive_type);
}

std::shared_ptr<const std::vector<std::int64_t>> scaled(const Counts& counts, int ranks,
                                                        std::int64_t factor) {
  std::vector<std::int64_t> units;
  for (int rank = 0; rank < ranks; ++rank) units.push_back(counts[rank] * factor);
  return std::make_shared<const std::vector<std::int64_t>>(std::move(units));
}

void size_reduction(Shape& shape, const Call& call) {
  shape.op = traits_of(call.op);
  shape.unit_bytes = packed_bytes(call.receive_type);
  if (traits(call.collective).sized_per_rank)
    shape.counts = scaled(call.receive_counts, shape.ranks, 1);
  else
    shape.count = call.receive_count;
}

void size_movement(Shape& shape, const Call& call, int rank) {
  if (traits(call.collective).locally_sized) {
    shape.count = 1;
    shape.unit_bytes = 0;
  } else if (traits(call.collective).sized_per_rank) {
    shape.counts = scaled(call.receive_counts, shape.ranks, packed_bytes(call.receive_type));
  } else if (call.collective != Collective::barrier) {
    shape.count = block_bytes(call, shape, rank);
  }
}

}  // namespace

Shape shape_of(const Call& call) {
  int rank = 0, ranks = 0;
  check(PMPI_Comm_rank(call.comm, &rank));
  check(PMPI_Comm_size(call.comm, &ranks));
  return shape_of(call, rank, ranks,
                  traits(call.collective).neighbourhood ? topology_of(call.comm) : nullptr);
}

Shape shape_of(const Call& call, int rank, int ranks,
               const std::shared_ptr<const Topology>& topology) {
  Shape shape{.collective = call.collective, .ranks = ranks};
  if (traits(call.collective).neighbourhood) shape.topology = topology;
  if (traits(call.collective).rooted) shape.root = call.root;
  if (traits(call.collective).reducing)
    size_reduction(shape, call);
  else
    size_movement(shape, call, rank);
  return shape;
}

}  // namespace tutti
