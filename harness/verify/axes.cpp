#include "harness/verify/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/case/case_communicators.hpp"
#include "harness/case/element.hpp"
#include "harness/case/enum_names.hpp"
#include "harness/case/generate/scope.hpp"
#include "harness/case/generate/switching_sizes.hpp"
#include "harness/case/type_names.hpp"
#include "harness/case/validate.hpp"

namespace tutti {
namespace {

template <typename Value>
bool mixed(const std::vector<Value>& values) {
  return std::any_of(values.begin(), values.end(),
                     [&](const Value& value) { return value != values.front(); });
}

std::string repetitions_class(int repetitions) {
  if (repetitions == 1) return "1";
  return repetitions < 5 ? "2-4" : "5+";
}

std::string root_class(int root, int ranks) {
  if (root == 0) return "first";
  return root == ranks - 1 ? "last" : "inner";
}

/// Returns `switching-1`, `switching` or `switching+1` if the count is at or next to a switching
/// point of the libraries, else an empty text.
std::string switching_class(std::int64_t count, std::int64_t element_bytes, int ranks) {
  for (const std::int64_t bytes : switching_bytes)
    for (const std::int64_t share : {std::int64_t{1}, static_cast<std::int64_t>(ranks)}) {
      const std::int64_t point = bytes / (element_bytes * share);
      if (count == point) return "switching";
      if (count == point - 1) return "switching-1";
      if (count == point + 1) return "switching+1";
    }
  return {};
}

void add_counts(const Operation& o, int ranks, std::set<AxisValue>& values) {
  const std::int64_t element_bytes = bytes_of(o.element);
  for (const int count : o.counts) {
    const std::int64_t bytes = count * o.run_length * element_bytes * ranks;
    if (count == 0) values.insert({"count", "0"});
    if (count == 1) values.insert({"count", "1"});
    if (count > 0 && count < ranks) values.insert({"count", "below_ranks"});
    if (const auto name = switching_class(count, element_bytes, ranks); !name.empty())
      values.insert({"count", name});
    values.insert({"bytes", bytes >= huge_bytes     ? "huge"
                            : bytes >= large_bytes  ? "large"
                            : bytes >= medium_bytes ? "medium"
                                                    : "small"});
  }
}

void add_blocks(const Operation& o, std::set<AxisValue>& values) {
  const auto kind = traits(o.collective);
  if (!kind.has_varying_blocks()) return;
  const auto empty = std::count(o.counts.begin(), o.counts.end(), 0);
  const auto all = static_cast<std::ptrdiff_t>(o.counts.size());
  values.insert({"blocks", empty == all                  ? "all_empty"
                           : all > 1 && empty == all - 1 ? "all_in_one"
                           : empty > 0                   ? "some_empty"
                           : mixed(o.counts)             ? "different"
                                                         : "equal"});
  values.insert({"displacements", o.scattered ? "scattered" : "packed"});
}

void add_offsets(const std::string& axis, const std::vector<int>& offsets,
                 std::set<AxisValue>& values) {
  if (mixed(offsets)) values.insert({axis, "different_by_rank"});
  for (const int offset : offsets)
    values.insert({axis, offset == 0       ? "page"
                         : offset >= 64    ? "straddles_page"
                         : offset % 8 == 0 ? "multiple_of_8"
                                           : "odd"});
}

void add_layouts(const std::string& axis, const std::vector<Layout>& layouts,
                 std::set<AxisValue>& values) {
  for (const Layout layout : layouts) values.insert({axis, std::string(enum_name(layout))});
  if (mixed(layouts)) values.insert({axis, "different_by_rank"});
}

void add_delays(const Operation& o, int ranks, std::set<AxisValue>& values) {
  for (std::size_t rank = 0; rank < o.delays_us.size(); ++rank) {
    const int delay = o.delays_us[rank];
    const bool is_root = traits(o.collective).rooted && static_cast<int>(rank) % ranks == o.root;
    values.insert({"arrival", delay == 0    ? "at_once"
                              : delay < 200 ? "jittered"
                              : is_root     ? "very_late_root"
                                            : "very_late_rank"});
  }
}

void add_operation(const Operation& o, int ranks, std::set<AxisValue>& values) {
  const auto& kind = traits(o.collective);
  values.insert({"collective", std::string(name(o.collective))});
  if (kind.rooted) values.insert({"root", root_class(o.root, ranks)});
  values.insert({"in_place", std::string(enum_name(o.in_place))});
  add_delays(o, ranks, values);
  if (o.collective == Collective::barrier) return;
  values.insert({"element", std::string(enum_name(o.element))});
  values.insert({"type", std::string(enum_name(o.type))});
  values.insert({"large", o.large ? "yes" : "no"});
  values.insert({"absolute", o.absolute ? "yes" : "no"});
  add_counts(o, ranks, values);
  add_blocks(o, values);
  if (o.collective != Collective::bcast) add_layouts("send_layout", o.send_layouts, values);
  add_layouts("receive_layout", o.receive_layouts, values);
  if (o.collective != Collective::bcast) add_offsets("send_alignment", o.send_offsets, values);
  add_offsets("receive_alignment", o.receive_offsets, values);
  if (!kind.reducing) return;
  values.insert({"op", std::string(enum_name(o.op))});
  values.insert({"op_on", std::string(enum_name(o.op)) + "_" + std::string(enum_name(o.element))});
  values.insert({"data", std::string(enum_name(o.data))});
}

bool roots_differ(const Case& test) {
  for (std::size_t i = 1; i < test.operations.size(); ++i)
    if (test.operations[i].root != test.operations[i - 1].root) return true;
  return false;
}

/// Adds the names of all values of an enumeration as values of the axis.
template <typename Enum>
void add_all(const std::string& axis, std::vector<AxisValue>& values) {
  for (const auto& row : enum_names<Enum>) values.push_back({axis, std::string(row.name)});
}

void add_all(const std::string& axis, std::initializer_list<const char*> names,
             std::vector<AxisValue>& values) {
  for (const char* each : names) values.push_back({axis, each});
}

/// Adds the possible values of the axes that depend on the collective.
void add_possible(Collective collective, int world_ranks, std::vector<AxisValue>& values) {
  const auto& kind = traits(collective);
  values.push_back({"collective", std::string(name(collective))});
  if (kind.rooted) {
    add_all("root", {"first"}, values);
    add_all("arrival", {"very_late_root"}, values);
    if (world_ranks > 1) add_all("root", {"last"}, values);
    if (world_ranks > 1) add_all("sequence", {"different_roots"}, values);
    if (world_ranks > 2) add_all("root", {"inner"}, values);
  }
  add_all("in_place", {"no"}, values);
  if (collective == Collective::barrier) return;
  if (world_ranks > 1) add_all("count", {"below_ranks"}, values);
  add_all("count", {"0", "1", "switching-1", "switching", "switching+1"}, values);
  add_all("bytes", {"small", "medium", "large"}, values);
  for (const auto& element : enum_names<Element>)
    if (is_name_of(TypeName::usual, element.value))
      values.push_back({"element", std::string(element.name)});
  add_all<Layout>("receive_layout", values);
  add_all("receive_alignment", {"page", "multiple_of_8", "odd", "straddles_page"}, values);
  if (world_ranks > 1) add_all("receive_alignment", {"different_by_rank"}, values);
  if (allows_in_place(collective)) add_all("in_place", {"yes"}, values);
  if (collective != Collective::bcast) {
    // Reductions have the same datatype for both buffers.
    if (kind.reducing)
      values.push_back({"send_layout", std::string(enum_name(Layout::plain))});
    else
      add_all<Layout>("send_layout", values);
    if (!kind.reducing && world_ranks > 1) add_all("send_layout", {"different_by_rank"}, values);
    add_all("send_alignment", {"page", "multiple_of_8", "odd", "straddles_page"}, values);
    if (world_ranks > 1) add_all("send_alignment", {"different_by_rank"}, values);
  }
  add_all("absolute", {"no"}, values);
  if (!kind.reducing) add_all("absolute", {"yes"}, values);
  if (!kind.reducing && world_ranks > 1) add_all("receive_layout", {"different_by_rank"}, values);
  if (kind.has_varying_blocks()) {
    add_all("blocks", {"equal", "all_empty"}, values);
    if (world_ranks > 1) add_all("blocks", {"all_in_one", "some_empty", "different"}, values);
    if (!kind.reducing) add_all("displacements", {"scattered", "packed"}, values);
  }
  if (!kind.reducing) return;
  add_all<Data>("data", values);
  for (const auto& op : enum_names<Operator>) {
    if (op.value == Operator::none) continue;
    values.push_back({"op", std::string(op.name)});
    for (const auto& element : enum_names<Element>)
      if (defined_on(op.value, element.value) && is_name_of(TypeName::usual, element.value))
        values.push_back({"op_on", std::string(enum_name(op.value)) + "_" +
                                       std::string(enum_name(element.value))});
  }
}

/// Returns whether the collectives have operations in which datatypes of this name can occur.
bool can_have(const Scope& scope, TypeName type) {
  return std::ranges::any_of(scope.collectives, [&](Collective collective) {
    if (collective == Collective::barrier) return false;
    if (!traits(collective).reducing) return true;
    for (const auto& element : enum_names<Element>)
      for (const auto& op : enum_names<Operator>)
        if (is_name_of(type, element.value) && defined_on(op.value, element.value, type))
          return true;
    return false;
  });
}

/// Returns whether cases of the scope can have a communicator that the function makes.
bool can_have(const Scope& scope, MadeBy made_by) {
  return std::ranges::any_of(enum_names<Group>, [&](const auto& group) {
    return can_run_on(scope, group.value, scope.world_ranks) &&
           can_make(made_by, group.value, scope.world_ranks);
  });
}

void add_types(const Scope& scope, std::vector<AxisValue>& values) {
  for (const TypeName type : scope.types)
    if (can_have(scope, type)) values.push_back({"type", std::string(enum_name(type))});
}

}  // namespace

std::vector<AxisValue> axes_of(const Case& test, bool fresh) {
  std::set<AxisValue> values;
  const auto sizes = communicator_sizes(test);
  values.insert({"ranks", std::to_string(test.ranks)});
  values.insert({"group", std::string(enum_name(test.group))});
  values.insert({"made_by", std::string(enum_name(test.made_by))});
  values.insert({"made_beside", test.made_beside > 0 ? "some" : "none"});
  values.insert({"mode", std::string(enum_name(test.mode))});
  if (has_requests(test.mode)) {
    values.insert({"completion", std::string(enum_name(test.completion))});
    values.insert({"handles", std::string(enum_name(test.handles))});
  }
  values.insert({"own_messages", std::string(enum_name(test.own_messages))});
  values.insert({"repetitions", repetitions_class(test.repetitions)});
  values.insert({"soak", test.soak > 0 ? "yes" : "no"});
  values.insert({"communicator", fresh ? "fresh" : "used"});
  if (!test.law.empty()) {
    values.insert({"law", test.law});
    return {values.begin(), values.end()};
  }
  values.insert({"sequence", test.operations.size() > 1 ? "several" : "single"});
  if (roots_differ(test)) values.insert({"sequence", "different_roots"});
  for (const auto& operation : test.operations) add_operation(operation, sizes.front(), values);
  return {values.begin(), values.end()};
}

/// Returns whether cases with this value take too long to be run many times.
static bool takes_long(const AxisValue& value) {
  const auto& [axis, name] = value;
  return (axis == "repetitions" && name != "1") || (axis == "arrival" && name != "at_once") ||
         (axis == "bytes" && name != "small");
}

std::vector<AxisValue> possible_axes(const Scope& scope) {
  if (scope.huge) return {{"bytes", "huge"}};
  std::vector<AxisValue> values;
  for (int ranks = 1; ranks <= scope.world_ranks; ++ranks)
    values.push_back({"ranks", std::to_string(ranks)});
  for (const auto& [group, name] : enum_names<Group>)
    if (can_run_on(scope, group, scope.world_ranks)) values.push_back({"group", std::string(name)});
  add_all("made_by", {"usual"}, values);
  for (const MadeBy made_by : scope.made_by)
    if (can_have(scope, made_by)) values.push_back({"made_by", std::string(enum_name(made_by))});
  add_all("made_beside", {"none", "some"}, values);
  for (const auto& [mode, name] : enum_names<Mode>)
    if (can_run_in(scope, mode)) values.push_back({"mode", std::string(name)});
  if (can_run_in(scope, Mode::nonblocking)) {
    add_all<Completion>("completion", values);
    add_all("handles", {"kept", "types_freed"}, values);
    if (scope.any_communicator) add_all("handles", {"all_freed"}, values);
  }
  if (std::ranges::any_of(scope.collectives,
                          [&](Collective each) { return has_large_counts(scope, each); }))
    add_all("large", {"no", "yes"}, values);
  add_all<OwnMessages>("own_messages", values);
  add_all("repetitions", {"1", "2-4", "5+"}, values);
  add_all("soak", {scope.soak ? "yes" : "no"}, values);
  add_all("communicator", {"fresh", "used"}, values);
  add_all("sequence", {"single", "several"}, values);
  add_all("arrival", {"at_once", "jittered", "very_late_rank"}, values);
  for (const auto& law : scope.laws) values.push_back({"law", law});
  add_types(scope, values);
  for (const Collective collective : scope.collectives)
    add_possible(collective, scope.world_ranks, values);
  if (scope.soak) std::erase_if(values, takes_long);
  return values;
}

void AxisTally::expect(const std::vector<AxisValue>& values) {
  for (const auto& value : values) counts_.try_emplace(value);
}

void AxisTally::hit(const std::vector<AxisValue>& values) {
  for (const auto& value : values) ++counts_[value].hits;
}

void AxisTally::not_applicable(const std::vector<AxisValue>& values) {
  for (const auto& value : values)
    if (const auto found = counts_.find(value); found != counts_.end())
      ++found->second.not_applicable;
}

/// Returns whether a value counts as missing: it was not hit, and not often found not applicable.
static bool is_missing(const AxisTally::Count& count) {
  constexpr std::int64_t often = 3;
  return count.hits == 0 && count.not_applicable < often;
}

int AxisTally::count_missing(const std::vector<AxisValue>& values) const {
  return static_cast<int>(std::ranges::count_if(values, [&](const auto& value) {
    const auto found = counts_.find(value);
    return found != counts_.end() && is_missing(found->second);
  }));
}

std::vector<AxisValue> AxisTally::missing() const {
  std::vector<AxisValue> values;
  for (const auto& [value, count] : counts_)
    if (is_missing(count)) values.push_back(value);
  return values;
}

}  // namespace tutti
