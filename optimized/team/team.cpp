#include "optimized/team/team.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <string_view>

#include "contract/datatype.hpp"
#include "contract/host_info.hpp"
#include "contract/shape_of.hpp"
#include "contract/topology_of.hpp"
#include "optimized/schedule/schedule_of.hpp"
#include "optimized/team/in_place.hpp"

namespace tutti {
namespace {

/// Maximal number of plans that a team keeps. Programs use few shapes, but a test that uses
/// thousands must not fill the memory.
constexpr std::size_t plans_kept = 512;

bool reads(Buffer buffer, const Schedule& schedule) {
  return std::ranges::any_of(schedule.steps, [buffer](const Step& step) {
    return step.source.buffer == buffer && step.source.range.length > 0;
  });
}

bool writes_output_once(const Schedule& schedule) {
  std::vector<Range> written;
  for (const Step& step : schedule.steps)
    if (step.action != Action::send && step.target.buffer == Buffer::output &&
        step.target.range.length > 0)
      written.push_back(step.target.range);
  std::ranges::sort(written, {}, &Range::offset);
  return std::ranges::adjacent_find(written, [](const Range& first, const Range& second) {
           return first.end() > second.offset;
         }) == written.end();
}

Plan make_plan(const Algorithm& algorithm, const Shape& shape, const Parameters& parameters,
               int rank, std::uint32_t number) {
  Schedule schedule = schedule_of(algorithm, shape, parameters, rank);
  MessageIndex sends(schedule, true, shape.ranks), receives(schedule, false, shape.ranks);
  const bool shares_memory = may_share_memory(schedule, in_place_offset(shape, rank));
  const bool needs_input = reads(Buffer::input, schedule);
  const bool once = writes_output_once(schedule);
  const bool reads_output = reads(Buffer::output, schedule);
  return {.algorithm = &algorithm,
          .parameters = parameters,
          .shape = shape,
          .schedule = std::move(schedule),
          .sends = std::move(sends),
          .receives = std::move(receives),
          .shares_memory = shares_memory,
          .needs_input = needs_input,
          .writes_output_once = once,
          .reads_output = reads_output,
          .number = number};
}

/// Returns true if the call moves no data and need not synchronize. All ranks agree, except between
/// neighbours, where a rank that has none may give any count.
bool is_empty(const Shape& shape) {
  const auto& about = traits(shape.collective);
  if (about.neighbourhood) return false;
  if (shape.collective == Collective::barrier || about.locally_sized) return false;
  return shape.all_blocks() == 0 || (about.reducing && shape.unit_bytes == 0);
}

bool is_permanent(MPI_Datatype type) { return type == MPI_DATATYPE_NULL || is_builtin(type); }

/// Returns true if equal arguments imply an equal shape. They do not where counts are in the
/// caller's memory, or where handles may be freed and reused with another meaning.
bool arguments_determine_shape(const Call& call, const Shape& shape) {
  const auto& about = traits(call.collective);
  return !about.locally_sized && !about.sized_per_rank && shape.op.builtin &&
         is_permanent(call.send_type) && is_permanent(call.receive_type);
}

/// Returns the slot for a recent call. Most programs repeat calls of few shapes.
std::size_t slot_of(const Algorithm& algorithm, const Call& call, std::size_t slots) {
  const auto address = reinterpret_cast<std::uintptr_t>(&algorithm) / alignof(Algorithm);
  return (address ^ static_cast<unsigned>(call.root) ^
          static_cast<unsigned>(call.receive_count) * 0x9e3779b1u >> 16) %
         slots;
}

/// Returns the extents of a grid, else null.
std::shared_ptr<const std::vector<int>> extents_of(
    const std::shared_ptr<const Topology>& topology) {
  if (!topology || !topology->is_grid()) return nullptr;
  return {topology, &topology->extents()};
}

/// Returns an identifier of the node of this process.
std::uint64_t node_id() {
#ifdef TUTTI_SIMULATED  // all simulated nodes are in one process
  std::array<char, MPI_MAX_PROCESSOR_NAME> text{};
  int length = 0;
  check(PMPI_Get_processor_name(text.data(), &length));
  return std::hash<std::string_view>{}({text.data(), static_cast<std::size_t>(length)});
#else
  static const std::uint64_t id = std::hash<std::string_view>{}(network_id());
  return id;
#endif
}

/// Returns the node of each rank, numbered in the order of their first ranks; null if all are on one, or each on
/// its own. Collective over the communicator.
std::shared_ptr<const std::vector<int>> nodes_of_ranks(MPI_Comm comm, int ranks) {
  if (ranks == 1) return nullptr;
  const std::uint64_t own = node_id();
  std::vector<std::uint64_t> ids(static_cast<std::size_t>(ranks));
  check(PMPI_Allgather(&own, 1, MPI_UINT64_T, ids.data(), 1, MPI_UINT64_T, comm));
  std::unordered_map<std::uint64_t, int> numbers;
  std::vector<int> nodes;
  for (const auto id : ids)
    nodes.push_back(numbers.emplace(id, static_cast<int>(numbers.size())).first->second);
  if (numbers.size() == 1 || numbers.size() == ids.size()) return nullptr;
  return std::make_shared<const std::vector<int>>(std::move(nodes));
}

}  // namespace

const std::shared_ptr<Team>& team_of(MPI_Comm comm) {
  struct Attribute {
    explicit Attribute(MPI_Comm owner) : team(std::make_shared<Team>(owner)) {}
    std::shared_ptr<Team> team;
  };
  return comm_attribute<Attribute>(comm).team;
}

Team::Team(MPI_Comm comm)
    : comm_(comm), topology_(topology_of(comm)), torus_(extents_of(topology_)) {
  check(PMPI_Comm_rank(comm_.handle(), &rank_));
  check(PMPI_Comm_size(comm_.handle(), &size_));
  int found = 0;
  int* largest = nullptr;
  check(PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &largest, &found));
  largest_tag_ = *largest;
  nodes_ = nodes_of_ranks(comm_.handle(), size_);
}

bool Team::Recent::serves(const Algorithm& wanted, const Call& other,
                          const Parameters& others) const {
  return algorithm == &wanted && parameters == others && call.collective == other.collective &&
         call.send_count == other.send_count && call.receive_count == other.receive_count &&
         call.send_type == other.send_type && call.receive_type == other.receive_type &&
         call.op == other.op && call.root == other.root;
}

const SharedPlan& Team::plan(const Algorithm& algorithm, const Call& call,
                             const Parameters& parameters) {
  const std::scoped_lock lock(mutex_);
  Recent& recent = recent_[slot_of(algorithm, call, recent_.size())];
  if (recent.serves(algorithm, call, parameters)) return recent.plan;
  Shape shape = shape_of(call, rank_, size_, topology_);
  if (algorithm.tunables.torus) shape.torus = torus_;
  if (algorithm.tunables.between) shape.nodes = nodes_;
  static const SharedPlan nothing_to_do;
  const auto& plan = is_empty(shape) ? nothing_to_do : plan_for_shape(algorithm, shape, parameters);
  if (arguments_determine_shape(call, shape)) recent = {&algorithm, parameters, call, plan};
  return plan;
}

const SharedPlan& Team::plan_for_shape(const Algorithm& algorithm, const Shape& shape,
                                       const Parameters& parameters) {
  Key key{&algorithm, shape, parameters};
  const bool alike_everywhere = !traits(shape.collective).neighbourhood;
  auto& plans = alike_everywhere ? plans_ : plans_of_neighbourhoods_;
  if (const auto found = plans.find(key); found != plans.end()) return found->second;
  if (plans.size() == plans_kept) {
    plans.clear();
    recent_ = {};
    if (alike_everywhere) by_number_.clear();
  }
  const auto number = alike_everywhere ? next_number_++ : next_own_number_--;
  const auto made =
      std::make_shared<const Plan>(make_plan(algorithm, shape, parameters, rank_, number));
  if (alike_everywhere) by_number_.push_back(made);
  return plans.emplace(std::move(key), made).first->second;
}

SharedPlan Team::plan_with_number(std::uint32_t number) const {
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
