#include "optimized/team/team.hpp"

#include <functional>
#include <initializer_list>

#include "optimized/team/in_place.hpp"

namespace tutti {
namespace {

/// Programs use few shapes; a test that uses thousands must not fill the memory.
constexpr std::size_t plans_kept = 512;

Plan make_plan(const Algorithm& algorithm, const Shape& shape, const Parameters& parameters,
               int rank) {
  ScheduleBuilder builder;
  algorithm.build(shape, parameters, rank, builder);
  Schedule schedule = builder.finish();
  MessageIndex sends(schedule, true, shape.ranks), receives(schedule, false, shape.ranks);
  const bool shares_memory = may_share_memory(schedule, in_place_offset(shape, rank));
  return {std::move(schedule), std::move(sends), std::move(receives), shares_memory};
}

}  // namespace

Team::Team(MPI_Comm comm) : comm_(comm) {
  check(PMPI_Comm_rank(comm_.handle(), &rank_));
  check(PMPI_Comm_size(comm_.handle(), &size_));
  int found = 0;
  int* largest = nullptr;
  check(PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &largest, &found));
  largest_tag_ = *largest;
}

const Plan& Team::plan(const Algorithm& algorithm, const Shape& shape,
                       const Parameters& parameters) {
  Key key{&algorithm, shape, parameters};
  if (const auto found = plans_.find(key); found != plans_.end()) return found->second;
  if (plans_.size() == plans_kept) plans_.clear();
  return plans_.emplace(std::move(key), make_plan(algorithm, shape, parameters, rank_))
      .first->second;
}

std::size_t Team::Hash::operator()(const Key& key) const {
  std::size_t hash = std::hash<const void*>{}(key.algorithm);
  for (const std::int64_t value : {std::int64_t{key.shape.root}, key.shape.count,
                                   key.shape.all_blocks(), key.parameters.segment})
    hash = hash * 1000003 ^ std::hash<std::int64_t>{}(value);
  return hash;
}

}  // namespace tutti
