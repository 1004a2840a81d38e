#include "harness/verify/known_fault_tables.hpp"

#include <algorithm>
#include <set>

#include "harness/case/element.hpp"
#include "harness/case/neighbours.hpp"

namespace tutti {
namespace {

/// Returns whether a rank has two edges to the same neighbour.
bool has_double_edges(const Case& test) {
  const auto receives_twice = [&](int rank) {
    std::set<int> known;
    for (const auto& source : sources_of(test.group, test.ranks, rank))
      if (source.from >= 0 && !known.insert(source.from).second) return true;
    return false;
  };
  if (!has_topology(test.group)) return false;
  for (int rank = 0; rank < test.ranks; ++rank)
    if (receives_twice(rank)) return true;
  return false;
}

}  // namespace

std::int64_t largest_block(const Operation& operation) {
  return operation.run_length * *std::ranges::max_element(operation.counts);
}

bool is_nonblocking(const Case& test) { return has_requests(test.mode); }

bool real16_in_derived_types(const Case&, const Operation& operation) {
  return operation.element == Element::float128 && is_derived(operation);
}

bool neighbor_alltoall_with_double_edges(const Case& test, const Operation& operation) {
  const auto& about = traits(operation.collective);
  return about.neighbourhood && about.input.extent == Extent::blocks && has_double_edges(test);
}

}  // namespace tutti
