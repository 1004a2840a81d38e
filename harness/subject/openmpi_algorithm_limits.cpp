#include "harness/subject/openmpi_algorithm_limits.hpp"

#include <algorithm>
#include <bit>

namespace tutti {
namespace {

using Replaced = bool (*)(const CallFacts&);

bool never(const CallFacts&) { return false; }
bool odd(const CallFacts& f) { return f.ranks % 2 != 0; }
bool no_power_of_two(const CallFacts& f) {
  return !std::has_single_bit(static_cast<unsigned>(f.ranks));
}
bool in_place(const CallFacts& f) { return f.in_place; }
bool not_commutative(const CallFacts& f) { return !f.commutative; }
bool fewer_than_ranks(const CallFacts& f) { return f.count < f.ranks; }
bool unfit_for_rabenseifner(const CallFacts& f) {
  return !f.commutative || f.count < std::bit_floor(static_cast<unsigned>(f.ranks));
}

/// Returns the elements per segment, as Open MPI rounds them; all if there is only one segment.
std::int64_t segment_count(const CallFacts& f) {
  if (f.segment < f.type_bytes || f.segment >= f.type_bytes * f.count || f.type_bytes == 0)
    return f.count;
  return f.segment / f.type_bytes + (f.segment % f.type_bytes > f.type_bytes / 2 ? 1 : 0);
}
bool not_a_segment_per_rank(const CallFacts& f) {
  return fewer_than_ranks(f) || f.count < f.ranks * segment_count(f);
}
bool half_without_a_segment(const CallFacts& f) {
  const auto smaller_half = f.count / 2;
  const auto segment = f.segment > 0 ? std::max(f.segment, f.type_bytes) : 0;
  return smaller_half == 0 || segment > smaller_half * f.type_bytes;
}

struct Row {
  Collective collective;
  std::string_view algorithm;
  Replaced replaced;
  std::vector<std::string> parameters = {};
  std::vector<Collective> parts = {};  ///< collectives that it calls through the communicator
};

const std::vector<Row>& rows() {
  using enum Collective;
  static const std::vector<Row> table{
      {allgather, "linear", never, {}, {gather, bcast}},
      {allgather, "bruck", never},
      {allgather, "recursive_doubling", no_power_of_two},
      {allgather, "ring", never},
      {allgather, "neighbor", odd},
      {allgather, "two_proc", never},
      {allgatherv, "default", never, {}, {gatherv, bcast}},
      {allgatherv, "bruck", never},
      {allgatherv, "ring", never},
      {allgatherv, "neighbor", odd},
      {allgatherv, "two_proc", never},
      {allreduce, "basic_linear", never},
      {allreduce, "nonoverlapping", never, {}, {reduce, bcast}},
      {allreduce, "recursive_doubling", never},
      {allreduce, "ring", fewer_than_ranks},
      {allreduce, "segmented_ring", not_a_segment_per_rank, {"segment"}},
      {allreduce, "rabenseifner", unfit_for_rabenseifner},
      {alltoall, "linear", in_place},
      {alltoall, "pairwise", in_place},
      {alltoall, "modified_bruck", in_place},
      {alltoall, "linear_sync", in_place, {"max_requests"}},
      {alltoall, "two_proc", in_place},
      {alltoallv, "basic_linear", in_place},
      {alltoallv, "pairwise", in_place},
      {barrier, "linear", never},
      {barrier, "double_ring", never},
      {barrier, "recursive_doubling", never},
      {barrier, "bruck", never},
      {barrier, "two_proc", never},
      {barrier, "tree", never},
      {bcast, "basic_linear", never},
      {bcast, "chain", never, {"segment", "fanout"}},
      {bcast, "pipeline", never, {"segment"}},
      {bcast, "split_binary_tree", half_without_a_segment, {"segment"}},
      {bcast, "binary_tree", never, {"segment"}},
      {bcast, "binomial", never, {"segment"}},
      {bcast, "knomial", never, {"segment", "radix"}},
      {bcast, "scatter_allgather", fewer_than_ranks},
      {bcast, "scatter_allgather_ring", fewer_than_ranks},
      {exscan, "linear", never},
      {exscan, "recursive_doubling", never},
      {gather, "basic_linear", never},
      {gather, "binomial", never},
      {gather, "linear_sync", never, {"segment"}},
      {reduce, "linear", never},
      {reduce, "chain", never, {"segment", "fanout", "max_requests"}},
      {reduce, "pipeline", never, {"segment", "max_requests"}},
      {reduce, "binary", never, {"segment", "max_requests"}},
      {reduce, "binomial", never, {"segment", "max_requests"}},
      {reduce, "in-order_binary", never, {"segment", "max_requests"}},
      {reduce, "rabenseifner", unfit_for_rabenseifner},
      {reduce_scatter, "non-overlapping", never, {}, {reduce, scatterv}},
      {reduce_scatter, "recursive_halving", never},
      {reduce_scatter, "ring", never},
      {reduce_scatter, "butterfly", never},
      {reduce_scatter_block, "basic_linear", never, {}, {reduce, scatter}},
      {reduce_scatter_block, "recursive_doubling", never},
      {reduce_scatter_block, "recursive_halving", not_commutative},
      {reduce_scatter_block, "butterfly", never},
      {scan, "linear", never},
      {scan, "recursive_doubling", never},
      {scatter, "basic_linear", never},
      {scatter, "binomial", never},
      {scatter, "linear_nb", never, {"max_requests"}},
  };
  return table;
}

const Row* find(Collective collective, std::string_view algorithm) {
  const auto row = std::ranges::find_if(rows(), [&](const Row& candidate) {
    return candidate.collective == collective && candidate.algorithm == algorithm;
  });
  return row == rows().end() ? nullptr : &*row;
}

}  // namespace

CallFacts facts_of(const Call& call, std::int64_t segment) {
  CallFacts facts{.count = call.receive_count, .segment = segment};
  PMPI_Comm_size(call.comm, &facts.ranks);
  facts.in_place = call.send == MPI_IN_PLACE;
  if (!traits(call.collective).reducing && call.collective != Collective::bcast) return facts;
  int type_bytes = 0;
  PMPI_Type_size(call.receive_type, &type_bytes);
  facts.type_bytes = type_bytes;
  if (!traits(call.collective).reducing) return facts;
  int commutative = 1;
  PMPI_Op_commutative(call.op, &commutative);
  facts.commutative = commutative != 0;
  return facts;
}

Ran runs(Collective collective, std::string_view algorithm, const CallFacts& facts) {
  const Row* row = find(collective, algorithm);
  if (row == nullptr) return Ran::unknown;
  return row->replaced(facts) ? Ran::no : Ran::yes;
}

bool serves_ranks(std::string_view algorithm, int ranks) {
  return algorithm == "two_proc" ? ranks == 2 : ranks > 1;
}

std::vector<std::string> parameters_read(Collective collective, std::string_view algorithm) {
  if (const Row* row = find(collective, algorithm)) return row->parameters;
  return {"segment", "fanout", "radix", "max_requests"};
}

std::vector<Collective> parts_of(Collective collective, std::string_view algorithm) {
  if (const Row* row = find(collective, algorithm)) return row->parts;
  return {};
}

std::vector<Collective> parts_of_any(Collective collective) {
  std::vector<Collective> parts;
  for (const auto& row : rows())
    if (row.collective == collective) parts.insert(parts.end(), row.parts.begin(), row.parts.end());
  return parts;
}

}  // namespace tutti
