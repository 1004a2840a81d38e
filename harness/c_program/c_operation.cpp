#include "harness/c_program/c_operation.hpp"

#include <algorithm>

#include "harness/c_program/c_elements.hpp"
#include "harness/c_program/c_program.hpp"
#include "harness/c_program/source_text.hpp"
#include "harness/case/element.hpp"
#include "harness/case/intercommunicator.hpp"
#include "harness/case/neighbours.hpp"

namespace tutti::c_text {

OperationText::OperationText(const Setting& setting, std::size_t index)
    : setting_(setting),
      operation_(setting.test.operations[index]),
      about_(traits(operation_.collective)),
      suffix_(setting.test.operations.size() > 1 ? "_" + std::to_string(index + 1) : ""),
      type_(c_type(operation_.element)),
      element_(mpi_name(operation_.element, operation_.type)),
      tables_(setting, suffix_) {
  if (has_runs(operation_) && is_derived(operation_))
    throw CannotWrite("--as-c: cannot write runs of equal elements in derived datatypes yet");
  describe(sends_, false);
  describe(receives_, true);
  write_kinds();
  write_value();
  write_operator();
  write_expected();
  write_check();
  prepare(sends_);
  prepare(receives_);
  if (about_.reducing) prepare_reduction();
  fill();
  check();
  arguments_ = arguments();
  const auto& delays = operation_.delays_us;
  if (delays != std::vector{0})
    delay_ = "delay(" + tables_.of_member("delays", of_members([&](std::size_t member) {
                                            return of_rank(delays, setting_.members[member].rank);
                                          })) +
             ");\n";
}

Problem OperationText::problem(std::size_t member) const {
  return {operation_, setting_.members[member].ranks, 0, setting_.test.group};
}

/// Returns whether the member has no part in a bcast between groups, but passes a buffer.
bool OperationText::is_bystander(std::size_t member) const {
  const Place& place = setting_.members[member];
  return operation_.collective == Collective::bcast && !holds_output(problem(member), place.rank);
}

bool OperationText::frees_types() const {
  return setting_.test.handles != Handles::kept && !about_.reducing;
}

bool OperationText::frees_operator() const {
  return setting_.test.handles != Handles::kept && about_.reducing && !is_builtin(operation_.op);
}

/// Returns whether a call has variables for its datatypes.
bool OperationText::has_type_variable() const {
  return kinds_ != std::vector{Kind{}} || frees_types() || operation_.absolute;
}

void OperationText::describe(BufferText& buffer, bool receives) {
  std::vector<bool> in_place;
  for (std::size_t member = 0; member < setting_.members.size(); ++member) {
    const int rank = setting_.members[member].rank;
    const Side side =
        receives ? receive_side(problem(member), rank) : send_side(problem(member), rank);
    buffer.sides.push_back(side);
    buffer.exists |= side.role != Side::Role::absent;
    buffer.has.push_back(side.role == Side::Role::significant ||
                         (receives && is_bystander(member)));
    in_place.push_back(side.role == Side::Role::in_place);
  }
  if (!buffer.exists) return;
  buffer.where = tables_.where("has_" + buffer.name, buffer.has);
  buffer.in_place = tables_.where("in_place_" + buffer.name, in_place);
  describe_blocks(buffer, receives);
  describe_kinds(buffer);
}

/// Returns the elements in the buffer of a member; where it has none, those of one that does.
std::int64_t OperationText::elements_of(const BufferText& buffer, std::size_t member) const {
  if (is_bystander(member)) return operation_.counts.front();
  if (!buffer.has[member]) {
    const auto other = std::ranges::find(buffer.has, true) - buffer.has.begin();
    if (other == std::ssize(buffer.has)) return 0;
    member = static_cast<std::size_t>(other);
  }
  return total(buffer.sides[member].blocks) * operation_.run_length;
}

void OperationText::describe_blocks(BufferText& buffer, bool receives) {
  const SideTraits& side = receives ? about_.output : about_.input;
  if (about_.reducing || side.extent != Extent::blocks) {
    buffer.length = tables_.of_member(
        buffer.name + "_elements",
        of_members([&](std::size_t member) { return elements_of(buffer, member); }));
    return;
  }
  buffer.blocks = about_.has_varying_blocks() ? Blocks::listed : Blocks::equal;
  const auto& test = setting_.test;
  bool some_missing = false;
  if (about_.neighbourhood) {
    buffer.number = tables_.of_member(
        buffer.name + "_blocks", of_members([&](std::size_t member) {
          const auto others = destinations_of(test.group, test.ranks, static_cast<int>(member));
          some_missing |= std::ranges::count(others, -1) > 0;
          return receives ? std::ssize(sources_of(test.group, test.ranks, static_cast<int>(member)))
                          : std::ssize(others);
        }));
  } else {
    buffer.number = setting_.between_groups() ? "remote_ranks" : "ranks";
  }
  const std::string other = peer(buffer);
  if (buffer.is_listed())
    buffer.length = receives ? length_between(other, "rank") : length_between("rank", other);
  else
    buffer.length = std::to_string(operation_.counts.front() * operation_.run_length);
  // What MPI_PROC_NULL sends, nobody gets.
  if (some_missing && (receives || buffer.is_listed()))
    buffer.length = "(" + other + " < 0 ? 0 : " + buffer.length + ")";
}

/// Returns the datatype of a block in the buffer of a member.
Kind OperationText::kind_of(const BufferText& buffer, std::size_t member, std::size_t block) const {
  if (about_.reducing)
    return {operation_.receive_layouts.front(), combined_elements_per_instance(problem(member))};
  if (!buffer.has[member] || is_bystander(member)) return {};
  const auto& types = buffer.sides[member].types;
  const auto& [layout, elements] = types[std::min(block, types.size() - 1)];
  return {layout, elements};
}

std::int64_t OperationText::number_of(const Kind& kind) const {
  return std::ranges::find(kinds_, kind) - kinds_.begin();
}

void OperationText::describe_kinds(BufferText& buffer) {
  std::vector<std::vector<std::int64_t>> rows;
  const auto first = std::ranges::find(buffer.has, true) - buffer.has.begin();
  if (first == std::ssize(buffer.has)) return;
  for (std::size_t member = 0; member < setting_.members.size(); ++member) {
    // Where there is no buffer, any datatype will do.
    const std::size_t one =
        buffer.has[member] || about_.reducing ? member : static_cast<std::size_t>(first);
    const std::size_t blocks = about_.typed_per_block ? buffer.sides[one].types.size() : 1;
    rows.emplace_back();
    for (std::size_t block = 0; block < blocks; ++block) {
      const Kind kind = kind_of(buffer, one, block);
      if (number_of(kind) == std::ssize(kinds_)) kinds_.push_back(kind);
      rows.back().push_back(number_of(kind));
    }
  }
  buffer.kind =
      about_.typed_per_block
          ? tables_.of_block(buffer.name + "_types", rows)
          : tables_.of_member(buffer.name + "_types",
                              of_members([&](std::size_t member) { return rows[member].front(); }));
}

/// Returns the elements of the block from one rank to another.
std::string OperationText::length_between(const std::string& from, const std::string& to) {
  const auto& counts = operation_.counts;
  if (counts.size() == 1) return std::to_string(counts.front() * operation_.run_length);
  const std::string size = std::to_string(counts.size());
  const std::string index = about_.is_sized_per_pair() ? "(" + from + " * ranks + " + to + ")"
                            : about_.input.extent == Extent::block ? "(" + from + ")"
                                                                   : "(" + to + ")";
  return tables_.named("counts", {counts.begin(), counts.end()}) + "[" + index + " % " + size +
         "]" + (operation_.run_length > 1 ? " * " + std::to_string(operation_.run_length) : "");
}

std::string OperationText::definitions() const {
  std::string used = functions_ + preparation_ + filling_ + checking_ + delay_ + joined(arguments_);
  for (auto helper = helpers_.rbegin(); helper != helpers_.rend(); ++helper)
    if (mentions(used, helper->first)) used = helper->second + used;
  const std::string tables = tables_.definitions(used);
  const auto end =
      used.size() - (preparation_ + filling_ + checking_ + delay_ + joined(arguments_)).size();
  return tables + (tables.empty() ? "" : "\n") + used.substr(0, end);
}

std::int64_t OperationText::bytes_beyond_extents() const {
  std::int64_t most = 0;
  for (const Kind& kind : kinds_) {
    const Typemap map = kind.map();
    for (const std::int64_t slot : map.slots)
      most = std::max({most, -slot, slot + 1 - map.extent()});
  }
  return most * tutti::bytes_of(operation_.element);
}

}  // namespace tutti::c_text
