#include "harness/case/validate.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "contract/error.hpp"
#include "harness/case/case.hpp"
#include "harness/case/case_communicators.hpp"
#include "harness/case/element.hpp"
#include "harness/case/expanded_buffer.hpp"
#include "harness/case/field_text.hpp"
#include "harness/case/intercommunicator.hpp"
#include "harness/case/neighbours.hpp"
#include "harness/case/problem.hpp"
#include "harness/case/type_names.hpp"

namespace tutti {
namespace {

constexpr int page = 4096;
constexpr int longest_delay_us = 10'000'000;
constexpr int most_made_beside = 1000;
constexpr int most_ranks_examined = 4096;  ///< one by one: it takes the square of the time
constexpr std::int64_t most_elements = std::int64_t{1} << 29;  ///< in a buffer: int displacements

/// Throws a UsageError about a field of one part of a case.
struct FieldErrors {
  std::string where;

  template <typename Value>
  [[noreturn]] void refuse(std::string_view field, const Value& found,
                           std::string_view expected) const {
    throw UsageError(fmt::format("{}: {}: found {}, expected {}", where, field,
                                 FieldText<Value>::print(found), expected));
  }
  void range(std::string_view field, int found, int low, int high) const {
    if (found < low || found > high) refuse(field, found, fmt::format("{} to {}", low, high));
  }
  void ranges(std::string_view field, const std::vector<int>& found, int low, int high) const {
    if (found.empty()) refuse(field, found, "at least one value");
    for (const int value : found) range(field, value, low, high);
  }
};

/// Returns whether displacements are passed.
bool is_placed_by_block(Collective collective) {
  return traits(collective).has_varying_blocks() && !traits(collective).reducing;
}

bool is_rounded(const Operation& operation) {
  switch (class_of(operation.element)) {
    case ElementClass::floating:
      // Results are judged in long double, which must be as precise.
      return (operation.op == Operator::sum || operation.op == Operator::prod) &&
             operation.element != Element::float128;
    case ElementClass::complex:
      return operation.op == Operator::sum;
    default:
      return false;
  }
}

bool can_overflow(const Operation& operation) {
  return class_of(operation.element) == ElementClass::integer &&
         (operation.op == Operator::sum || operation.op == Operator::prod);
}

bool can_be_subnormal(const Operation& operation) {
  const bool orders = operation.op == Operator::max || operation.op == Operator::min;
  switch (class_of(operation.element)) {
    case ElementClass::floating:
      return orders || operation.op == Operator::sum;
    case ElementClass::complex:
      return operation.op == Operator::sum;
    default:
      return false;
  }
}

bool has_data(const Operation& operation) {
  switch (operation.data) {
    case Data::exact:
      return true;
    case Data::rounding:
      return is_rounded(operation);
    case Data::overflow:
      return can_overflow(operation);
    case Data::subnormal:
      return can_be_subnormal(operation);
  }
  return false;
}

/// Returns the most elements that a buffer may have, so that ints hold all displacements; those of
/// alltoallw are bytes, of which layouts with gaps have several times as many as elements.
std::int64_t most_elements_of(const Operation& operation) {
  constexpr std::int64_t slots_per_element = 8;
  const std::int64_t bytes = slots_per_element * bytes_of(operation.element);
  return traits(operation.collective).typed_per_block ? std::numeric_limits<int>::max() / bytes
                                                      : most_elements;
}

/// Returns the number of blocks in a buffer, at most. A rank has up to 6 neighbours in a grid, and up
/// to 3 times as many as there are ranks in a graph.
std::int64_t blocks_at_most(int ranks) { return std::int64_t{3} * ranks + 6; }

void check_sizes(const FieldErrors& complaint, const Operation& operation, int ranks, Group group) {
  const std::int64_t most = most_elements_of(operation);
  const std::int64_t most_in_each = most / blocks_at_most(ranks);
  if (std::ranges::max(operation.counts) <= most_in_each) return;
  const bool is_divided = traits(operation.collective).input.extent == Extent::blocks ||
                          traits(operation.collective).output.extent == Extent::blocks;
  if (is_divided && ranks > most_ranks_examined)
    complaint.refuse(
        "counts", operation.counts,
        fmt::format("at most {} elements in each block, with {} ranks", most_in_each, ranks));
  const Problem problem{operation, ranks, 0, group};
  for (int rank = 0; rank < ranks; ++rank)
    for (const auto& blocks : {input_blocks(problem, rank), output_blocks(problem, rank)})
      if (total(blocks) > most)
        complaint.refuse(
            "counts", operation.counts,
            fmt::format("at most {} elements in one buffer, with {} ranks", most, ranks));
}

void check_group(const FieldErrors& complaint, const Operation& operation, Group group) {
  if (is_defined_on(operation.collective, group)) return;
  complaint.refuse("group", group,
                   traits(operation.collective).neighbourhood
                       ? "grid, line, box or graph"
                       : "no intercommunicator, on which MPI does not define it");
}

void check_mode(const FieldErrors& complaint, const Operation& operation, Mode mode) {
  if (!is_defined_in(operation.collective, mode))
    complaint.refuse("mode", mode, "blocking or threads, since it has no requests");
}

/// Requires what MPI does of an operation on an intercommunicator.
void check_intercommunicator(const FieldErrors& complaint, const Operation& operation,
                             const Case& test) {
  if (operation.in_place == InPlace::yes)
    complaint.refuse("in_place", operation.in_place, "no, on an intercommunicator");
  if (operation.collective != Collective::reduce_scatter) return;
  const Problem problem{operation, test.ranks, 0, test.group};
  if (total(combined_blocks(problem, 0)) != total(combined_blocks(problem, test.ranks - 1)))
    complaint.refuse("counts", operation.counts, "the same sum for both groups");
}

/// Requires that each pair of ranks sends each other equal counts, since a block that is received
/// in place replaces the one that was sent to the same rank.
void check_symmetry(const FieldErrors& complaint, const Operation& operation, int ranks) {
  const Problem problem{.operation = operation, .ranks = ranks};
  const int period = static_cast<int>(std::min(operation.counts.size(), std::size_t(ranks)));
  for (int from = 0; from < period; ++from)
    for (int to = 0; to < from; ++to)
      if (block_elements(problem, from, to) != block_elements(problem, to, from))
        complaint.refuse(
            "counts", operation.counts,
            fmt::format("as much from rank {} to {} as from {} to {}, since it runs in "
                        "place",
                        from, to, to, from));
}

void check_reduction(const FieldErrors& complaint, const Operation& operation) {
  if (operation.op == Operator::none)
    complaint.refuse("op", operation.op, "an operator, since the collective reduces");
  if (!defined_on(operation.op, operation.element, operation.type))
    complaint.refuse("op", operation.op,
                     fmt::format("an operator that is defined on {}",
                                 text_of(operation.element, operation.type)));
  if (is_builtin(operation.op) && !is_plain(operation.receive_layouts))
    complaint.refuse("receive_layouts", operation.receive_layouts,
                     "plain, since MPI's own operators work on MPI's own datatypes only");
  if (operation.absolute)
    complaint.refuse("absolute", operation.absolute,
                     "no, since the operator is given other buffers than the call");
}

void check_alignment(const FieldErrors& complaint, const Operation& operation) {
  const auto alignment = static_cast<int>(alignment_of(operation.element));
  const auto check_offsets = [&](std::string_view field, const std::vector<int>& offsets) {
    complaint.ranges(field, offsets, 0, page - 1);
    for (const int offset : offsets)
      if (offset % alignment != 0)
        complaint.refuse(field, offsets,
                         fmt::format("multiples of {}, the alignment of {}", alignment,
                                     enum_name(operation.element)));
  };
  check_offsets("send_offsets", operation.send_offsets);
  check_offsets("receive_offsets", operation.receive_offsets);
}

void check_unused(const FieldErrors& complaint, const Operation& operation) {
  const Operation used = normalized(operation);
  for_each_field(operation_fields, [&]<typename Value>(const Field<Operation, Value>& field) {
    if (operation.*field.member == used.*field.member) return;
    complaint.refuse(
        field.name, operation.*field.member,
        fmt::format("{}: {} has no use for more", FieldText<Value>::print(used.*field.member),
                    name(operation.collective)));
  });
}

/// Returns the elements and holes of blocks, at most.
std::int64_t slots_of(const Operation& operation, const std::vector<std::int64_t>& blocks) {
  constexpr std::int64_t largest_hole = 4;
  return total(blocks) + (operation.scattered ? largest_hole * std::ssize(blocks) : 0);
}

/// Returns the largest count or displacement of a side of a call, at most: displacements of alltoallw are bytes.
std::int64_t largest_argument(const Operation& operation, const std::vector<std::int64_t>& blocks) {
  constexpr std::int64_t slots_per_element = 8;
  const auto& about = traits(operation.collective);
  if (about.typed_per_block && !about.neighbourhood)
    return slots_of(operation, blocks) * slots_per_element * bytes_of(operation.element);
  if (!counts_include_runs(operation)) return 0;
  return about.has_varying_blocks() ? slots_of(operation, blocks) : operation.counts.front();
}

/// Returns whether ints hold the counts and displacements of a call with runs.
bool fits_ints(const Operation& operation, const Problem& problem) {
  constexpr std::int64_t largest = std::numeric_limits<int>::max();
  for (int rank = 0; rank < problem.ranks; ++rank)
    for (const auto& blocks : {input_blocks(problem, rank), output_blocks(problem, rank)})
      if (largest_argument(operation, blocks) > largest / operation.run_length) return false;
  return true;
}

/// Returns whether what a rank receives in place replaces what it still has to send or to combine.
bool overwrites_in_place(Collective collective) {
  using enum Collective;
  return collective == alltoall || collective == alltoallv || collective == alltoallw ||
         collective == reduce_scatter || collective == reduce_scatter_block;
}

/// Requires what runs of equal elements need, of which most share their memory: whole pages, and buffers that the
/// library may write in any order and as often as it likes.
void check_runs(const FieldErrors& complaint, const Operation& operation, const Case& test) {
  constexpr std::int64_t huge_bytes_max = std::int64_t{5} << 30;  // in a buffer: it must be mapped
  if (operation.run_length == 1) return;
  const std::int64_t element_bytes = bytes_of(operation.element);
  if (operation.run_length < 1 || operation.run_length > huge_bytes_max / element_bytes ||
      operation.run_length % (ExpandedBuffer::run_unit / element_bytes) != 0)
    complaint.refuse("run_length", operation.run_length,
                     fmt::format("1, or a multiple of {} bytes, {} at most",
                                 ExpandedBuffer::run_unit, huge_bytes_max));
  if (is_intercommunicator(test.group) || !test.law.empty())
    complaint.refuse("run_length", operation.run_length,
                     "1, on an intercommunicator or with a law");
  if (test.ranks > most_ranks_examined)
    complaint.refuse("run_length", operation.run_length,
                     fmt::format("1, with more than {} ranks", most_ranks_examined));
  if (operation.data != Data::exact)
    complaint.refuse("data", operation.data, "exact, with a run_length");
  // A library that combines into the buffer combines with the memory that copies share again and again.
  if (traits(operation.collective).reducing && !is_idempotent(operation.op))
    complaint.refuse("op", operation.op, "an idempotent operator, with a run_length");
  // One that works segment by segment would go on with what it has just received.
  if (operation.in_place == InPlace::yes && overwrites_in_place(operation.collective))
    complaint.refuse("in_place", operation.in_place, "no, with a run_length");
  if (operation.send_offsets != std::vector{0})
    complaint.refuse("send_offsets", operation.send_offsets, "0, with a run_length");
  if (operation.receive_offsets != std::vector{0})
    complaint.refuse("receive_offsets", operation.receive_offsets, "0, with a run_length");
  for (const int ranks : communicator_sizes(test)) {
    const Problem problem{operation, ranks, 0, test.group};
    if (elements_of_largest_buffer(problem) * element_bytes > huge_bytes_max / operation.run_length)
      complaint.refuse("run_length", operation.run_length,
                       fmt::format("at most {} bytes in one buffer", huge_bytes_max));
    if (!operation.large && !fits_ints(operation, problem))
      complaint.refuse("large", operation.large,
                       "yes, since ints do not hold its counts and displacements");
  }
}

void check(const FieldErrors& complaint, const Operation& operation, const Case& test) {
  check_group(complaint, operation, test.group);
  check_mode(complaint, operation, test.mode);
  const auto sizes = communicator_sizes(test);
  const int smallest = *std::min_element(sizes.begin(), sizes.end());
  complaint.range("root", operation.root, 0, smallest - 1);
  complaint.ranges("counts", operation.counts, 0, static_cast<int>(most_elements));
  complaint.ranges("delays_us", operation.delays_us, 0, longest_delay_us);
  check_alignment(complaint, operation);
  if (!is_name_of(operation.type, operation.element))
    complaint.refuse("type", operation.type,
                     fmt::format("a name of {}", enum_name(operation.element)));
  if (operation.send_layouts.empty() || operation.receive_layouts.empty())
    complaint.refuse("layouts", operation.send_layouts, "at least one value");
  if (traits(operation.collective).reducing) check_reduction(complaint, operation);
  if (!has_data(operation))
    complaint.refuse("data", operation.data,
                     "exact; rounding goes with sum and prod of floats and sum of complex numbers, "
                     "overflow with sum and prod of integers, subnormal with sum, max and min of "
                     "floats and sum of complex numbers");
  check_unused(complaint, operation);
  check_runs(complaint, operation, test);
  if (is_intercommunicator(test.group)) check_intercommunicator(complaint, operation, test);
  for (const int ranks : sizes) {
    check_sizes(complaint, operation, ranks, test.group);
    if (traits(operation.collective).is_sized_per_pair() && operation.in_place == InPlace::yes)
      check_symmetry(complaint, operation, ranks);
  }
}

}  // namespace

bool defined_on(Operator op, Element element) {
  const ElementClass kind = class_of(element);
  switch (op) {
    case Operator::none:
      return false;
    case Operator::max:
    case Operator::min:
      return kind == ElementClass::integer || kind == ElementClass::floating;
    case Operator::sum:
    case Operator::prod:
      return kind == ElementClass::integer || kind == ElementClass::floating ||
             kind == ElementClass::complex;
    case Operator::land:
    case Operator::lor:
    case Operator::lxor:
      return kind == ElementClass::integer || kind == ElementClass::logical;
    case Operator::band:
    case Operator::bor:
    case Operator::bxor:
      return kind == ElementClass::integer || kind == ElementClass::byte;
    case Operator::maxloc:
    case Operator::minloc:
      return kind == ElementClass::pair;
    case Operator::user_sum:
      return kind == ElementClass::integer;
    case Operator::affine:
      return element == Element::int_int;
    case Operator::left:
      return true;
  }
  return false;
}

bool is_defined_on(Collective collective, Group group) {
  if (traits(collective).neighbourhood) return has_topology(group);
  return traits(collective).combined == Combined::all || !is_intercommunicator(group);
}

bool is_defined_in(Collective collective, Mode mode) {
  return !traits(collective).alone || !has_requests(mode);
}

bool allows_in_place(Collective collective) {
  const auto& about = traits(collective);
  return about.has_send_buffer && !about.neighbourhood && !about.alone;
}

bool can_make(MadeBy made_by, Group group, int smallest_ranks) {
  switch (made_by) {
    case MadeBy::usual:
      return true;
    case MadeBy::dup:
    case MadeBy::idup:
      return !is_intercommunicator(group);
    case MadeBy::create:
    case MadeBy::split:
    case MadeBy::split_type:
    case MadeBy::from_group:
      return !is_intercommunicator(group) && !has_topology(group);
    case MadeBy::merged:
      return !is_intercommunicator(group) && !has_topology(group) && smallest_ranks >= 2;
  }
  return false;
}

Operation normalized(Operation operation) {
  const Operation defaults;
  const Collective collective = operation.collective;
  const bool reducing = traits(collective).reducing;
  if (collective == Collective::barrier)
    return {.collective = collective, .delays_us = operation.delays_us};
  if (!traits(collective).rooted) operation.root = defaults.root;
  if (!traits(collective).has_varying_blocks()) operation.counts.resize(1);
  if (!is_placed_by_block(collective)) operation.scattered = defaults.scattered;
  if (collective == Collective::bcast) operation.send_offsets = defaults.send_offsets;
  if (!allows_in_place(collective)) operation.in_place = defaults.in_place;
  if (reducing || collective == Collective::bcast) operation.send_layouts = defaults.send_layouts;
  if (reducing) {
    operation.receive_layouts.resize(1);
    operation.absolute = defaults.absolute;
  } else {
    operation.op = defaults.op;
    operation.data = defaults.data;
  }
  return operation;
}

void validate(const Case& test) {
  constexpr int many = 1'000'000;
  const FieldErrors complaint{"case"};
  const bool two_groups = test.group == Group::halves || is_intercommunicator(test.group);
  const int fewest_ranks = two_groups ? 2 : 1;
  complaint.range("ranks", test.ranks, fewest_ranks, many);
  complaint.range("repetitions", test.repetitions, 1, many);
  if (test.operations.empty())
    throw UsageError("case: found no operation, expected '| collective'");
  if (test.handles != Handles::kept && !has_requests(test.mode))
    complaint.refuse("handles", test.handles, "kept, in a mode without requests");
  if (test.own_messages != OwnMessages::none &&
      (!test.law.empty() || is_intercommunicator(test.group) || test.handles == Handles::all_freed))
    complaint.refuse(
        "own_messages", test.own_messages,
        "none, on an intercommunicator, with a law, or on communicators of the calls' own");
  if (!can_make(test.made_by, test.group, std::ranges::min(communicator_sizes(test))))
    complaint.refuse(
        "made_by", test.made_by,
        "usual; on one group also dup or idup; without topology also create, split, split_type or "
        "from_group; of 2 ranks or more also merged");
  complaint.range("made_beside", test.made_beside, 0, most_made_beside);
  if (test.made_beside > 0 && (!test.law.empty() || is_intercommunicator(test.group)))
    complaint.refuse("made_beside", test.made_beside, "0, on an intercommunicator or with a law");
  complaint.range("soak", test.soak, 0, many);
  if (test.soak > 0 && !test.law.empty()) complaint.refuse("soak", test.soak, "0, with a law");
  if (!test.law.empty() && is_intercommunicator(test.group))
    complaint.refuse("law", test.law, "none, on an intercommunicator");
  for (std::size_t i = 0; i < test.operations.size(); ++i) {
    const Operation& operation = test.operations[i];
    check({fmt::format("case: operation {} ({})", i + 1, name(operation.collective))}, operation,
          test);
  }
}

bool is_valid(const Case& test) try {
  validate(test);
  return true;
} catch (const UsageError&) {
  return false;
}

}  // namespace tutti
