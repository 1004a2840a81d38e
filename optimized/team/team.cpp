#include "optimized/team/team.hpp"

#include <algorithm>
#include <functional>
#include <initializer_list>

#include "optimized/team/in_place.hpp"

namespace tutti {
namespace {

/// Programs use few shapes; a test that uses thousands must not fill the memory.
constexpr std::size_t plans_kept = 512;

bool reads_input(const Schedule& schedule) {
  return std::ranges::any_of(schedule.steps, [](const Step& step) {
    return step.source.buffer == Buffer::input && step.source.range.length > 0;
  });
}

Plan make_plan(const Algorithm& algorithm, const Shape& shape, const Parameters& parameters,
               int rank, std::uint32_t number) {
  ScheduleBuilder builder;
  algorithm.build(shape, parameters, rank, builder);
  Schedule schedule = builder.finish();
  MessageIndex sends(schedule, true, shape.ranks), receives(schedule, false, shape.ranks);
  const bool shares_memory = may_share_memory(schedule, in_place_offset(shape, rank));
  const bool needs_input = reads_input(schedule);
  return {
      shape, std::move(schedule), std::move(sends), std::move(receives), shares_memory, needs_input,
      number};
}

}  // namespace

const std::shared_ptr<Team>& team_of(MPI_Comm comm) {
  struct Attribute {
    explicit Attribute(MPI_Comm owner) : team(std::make_shared<Team>(owner)) {}
    std::shared_ptr<Team> team;
  };
  return attached<Attribute>(comm).team;
}

Team::Team(MPI_Comm comm) : comm_(comm) {
  check(PMPI_Comm_rank(comm_.handle(), &rank_));
  check(PMPI_Comm_size(comm_.handle(), &size_));
  int found = 0;
  int* largest = nullptr;
  check(PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &largest, &found));
  largest_tag_ = *largest;
}

SharedPlan Team::plan(const Algorithm& algorithm, const Shape& shape,
                      const Parameters& parameters) {
  const std::scoped_lock lock(mutex_);
  Key key{&algorithm, shape, parameters};
  if (const auto found = plans_.find(key); found != plans_.end()) return found->second;
  if (plans_.size() == plans_kept) {
    plans_.clear();
    by_number_.clear();
  }
  const auto made =
      std::make_shared<const Plan>(make_plan(algorithm, shape, parameters, rank_, next_number_++));
  by_number_.push_back(made);
  return plans_.emplace(std::move(key), made).first->second;
}

SharedPlan Team::numbered(std::uint32_t number) const {
  const std::scoped_lock lock(mutex_);
  const auto dropped = next_number_ - static_cast<std::uint32_t>(by_number_.size());
  return number >= dropped && number < next_number_ ? by_number_[number - dropped] : nullptr;
}

std::size_t Team::Hash::operator()(const Key& key) const {
  std::size_t hash = std::hash<const void*>{}(key.algorithm);
  for (const std::int64_t value : {std::int64_t{key.shape.root}, key.shape.count,
                                   key.shape.all_blocks(), key.parameters.segment})
    hash = hash * 1000003 ^ std::hash<std::int64_t>{}(value);
  return hash;
}

}  // namespace tutti
