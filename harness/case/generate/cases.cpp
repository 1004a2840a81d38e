#include "harness/case/generate/cases.hpp"

#include <algorithm>

#include "harness/case/case_communicators.hpp"
#include "harness/case/element.hpp"
#include "harness/case/enum_names.hpp"
#include "harness/case/expanded_buffer.hpp"
#include "harness/case/generate/operation.hpp"
#include "harness/case/generate/simpler.hpp"
#include "harness/case/generate/switching_sizes.hpp"
#include "harness/case/intercommunicator.hpp"
#include "harness/case/problem.hpp"
#include "harness/case/type_names.hpp"
#include "harness/case/validate.hpp"

namespace tutti {
namespace {

/// Returns the collectives of the scope that cases on such a communicator and of such a mode may have.
std::vector<Collective> collectives_of(const Scope& scope, Group group, Mode mode) {
  std::vector<Collective> chosen;
  for (const auto collective : scope.collectives)
    if (is_defined_on(collective, group) && can_run_in(scope, mode, collective))
      chosen.push_back(collective);
  return chosen;
}

Mode draw_mode(Draw& draw, const Scope& scope, Group group) {
  const auto mode = draw.weighted<Mode>({{64, Mode::blocking},
                                         {12, Mode::nonblocking},
                                         {9, Mode::overlapping},
                                         {8, Mode::threads},
                                         {7, Mode::persistent}});
  const bool possible = can_run_in(scope, mode) && !collectives_of(scope, group, mode).empty();
  return possible ? mode : Mode::blocking;
}

/// Draws the number of operations: at least two in modes that need several calls.
int draw_length(Draw& draw, Mode mode) {
  const int length = draw.weighted<int>({{60, 1}, {22, 2}, {12, 3}, {6, 4}});
  return mode == Mode::blocking ? length : std::max(2, length);
}

Handles draw_handles(Draw& draw, const Scope& scope) {
  const auto handles = draw.weighted<Handles>(
      {{70, Handles::kept}, {15, Handles::types_freed}, {15, Handles::all_freed}});
  return handles == Handles::all_freed && !scope.any_communicator ? Handles::types_freed : handles;
}

/// Draws the function that makes the communicator: rarely another than the usual one for subjects that keep much
/// with each communicator.
MadeBy draw_made_by(Draw& draw, const Scope& scope, const Case& so_far) {
  if (scope.made_by.empty() || !draw.percent(scope.any_communicator ? 15 : 5)) return MadeBy::usual;
  const MadeBy made_by = draw.one_of(scope.made_by);
  const int smallest = std::ranges::min(communicator_sizes(so_far));
  return can_make(made_by, so_far.group, smallest) ? made_by : MadeBy::usual;
}

/// Draws the number of communicators that are made beside the calls. Few cases have any, since each takes time.
int draw_made_beside(Draw& draw, const Case& so_far) {
  constexpr int few = 4, most = 40;  // some faults need a dozen
  if (is_intercommunicator(so_far.group) || !draw.percent(2)) return 0;
  return draw.between(1, draw.percent(50) ? few : most);
}

OwnMessages draw_own_messages(Draw& draw, const Case& so_far) {
  if (is_intercommunicator(so_far.group) || so_far.handles == Handles::all_freed)
    return OwnMessages::none;
  return draw.weighted<OwnMessages>(
      {{86, OwnMessages::none}, {7, OwnMessages::awaited}, {7, OwnMessages::sent}});
}

int draw_repetitions(Draw& draw) {
  return draw.weighted<int>({{82, 1}, {8, 2}, {4, 3}, {3, 5}, {3, 8}});
}

/// Draws a name for the datatype: mostly the usual one, if there is one.
TypeName draw_type(Draw& draw, const Scope& scope, const Operation& operation) {
  if (first_name_of(operation.element) != TypeName::usual) return operation.type;
  std::vector<TypeName> names;
  for (const TypeName name : scope.types)
    if (is_name_of(name, operation.element) &&
        (operation.op == Operator::none || defined_on(operation.op, operation.element, name)))
      names.push_back(name);
  return names.empty() || draw.percent(60) ? TypeName::usual : draw.one_of(names);
}

/// Draws a collective. In modes with concurrent calls it is often that of the first operation: a
/// library confuses equal collectives most easily.
Collective draw_collective(Draw& draw, const Scope& scope, const Case& so_far) {
  if (!so_far.operations.empty() && so_far.mode != Mode::blocking && draw.percent(60))
    return so_far.operations.front().collective;
  std::vector<Collective> of_all_ranks, of_neighbours;
  for (const auto collective : collectives_of(scope, so_far.group, so_far.mode))
    (traits(collective).neighbourhood ? of_neighbours : of_all_ranks).push_back(collective);
  const bool among_neighbours =
      !of_neighbours.empty() && (of_all_ranks.empty() || draw.percent(40));
  return draw.one_of(among_neighbours ? of_neighbours : of_all_ranks);
}

/// Draws a communicator on which some collective of the scope can run.
Group draw_group(Draw& draw, const Scope& scope, int ranks) {
  for (;;) {
    const Group group = draw.one_of(enum_names<Group>).value;
    if (can_run_on(scope, group, ranks)) return group;
  }
}

/// Returns the length of runs that gives the largest buffer of the operation a little more than 2 GiB; 1 if no
/// rank has data.
std::int64_t huge_run_length(std::int64_t elements_of_largest_buffer, Element element) {
  constexpr std::int64_t unit = ExpandedBuffer::run_unit;
  if (elements_of_largest_buffer == 0) return 1;
  return (huge_bytes / elements_of_largest_buffer / unit + 1) * (unit / bytes_of(element));
}

/// Draws a call with few elements, each of which stands for a run of equal ones.
Operation draw_huge_operation(Draw& draw, const Scope& scope, const Case& test) {
  constexpr int most_elements_in_block = 3;
  constexpr int fewest_elements_beside_holes = 6;  // each hole is as long as a run
  const auto sizes = communicator_sizes(test);
  Operation operation =
      draw_operation(draw, draw_collective(draw, scope, test), *std::ranges::min_element(sizes),
                     CallKind::one_of_many, scope.types);
  // Only of the smallest elements are there more in a block than an int counts.
  if (operation.op == Operator::none && draw.percent(50)) operation.element = Element::byte;
  for (int& count : operation.counts) count = std::min(count, most_elements_in_block);
  operation.send_offsets = operation.receive_offsets = {0};
  operation.type = draw_type(draw, scope, operation);
  operation.large = has_large_counts(scope, operation.collective) && draw.percent(50);
  // With other layouts, runs are part of the datatypes, and counts are small.
  if (operation.large && draw.percent(75))
    operation.send_layouts = operation.receive_layouts = {Layout::plain};
  std::int64_t elements = 0;
  for (const int ranks : sizes)
    elements = std::max(elements, elements_of_largest_buffer({operation, ranks, 0, test.group}));
  if (elements < fewest_elements_beside_holes) operation.scattered = false;
  operation.run_length = huge_run_length(elements, operation.element);
  return operation;
}

/// Draws a case with a buffer of more than 2 GiB. Few ranks take part, since the library may need several times as
/// much memory as all buffers seem to have.
Case draw_huge_case(Draw& draw, const Scope& scope) {
  constexpr int most_ranks = 4;
  for (;;) {
    Case test{.subject = scope.subject, .ranks = std::min(most_ranks, scope.world_ranks)};
    if (draw.percent(40)) test.ranks = draw.between(1, test.ranks);
    test.seed = draw.number() % 1000000 + 1;
    test.group = draw_group(draw, scope, test.ranks);
    const Mode mode = draw_mode(draw, scope, test.group);
    if (mode != Mode::overlapping && mode != Mode::threads) test.mode = mode;
    test.operations = {draw_huge_operation(draw, scope, test)};
    // A library may take pairs with padding apart, which lasts.
    if (has_runs(test) && !has_padding(test.operations.front().element) && is_valid(test))
      return test;
  }
}

Case draw_case(const rc::Random& random, const Scope& scope) {
  Draw draw(random);
  if (scope.huge) return draw_huge_case(draw, scope);
  Case test;
  test.subject = scope.subject;
  test.ranks = draw.percent(60) ? scope.world_ranks : draw.between(1, scope.world_ranks);
  test.seed = draw.number() % 1000000 + 1;
  test.group = draw_group(draw, scope, test.ranks);
  test.made_by = draw_made_by(draw, scope, test);
  const auto sizes = communicator_sizes(test);
  const int smallest = *std::min_element(sizes.begin(), sizes.end());
  if (!scope.laws.empty() && !is_intercommunicator(test.group) && draw.percent(6)) {
    test.law = draw.one_of(scope.laws);
    test.operations = {
        draw_operation(draw, Collective::allreduce, smallest, CallKind::one_of_many, {})};
    return test;
  }
  test.mode = draw_mode(draw, scope, test.group);
  if (scope.nonblocking && has_requests(test.mode) && draw.percent(75))
    test.completion = draw.one_of(enum_names<Completion>).value;
  if (scope.nonblocking && has_requests(test.mode)) test.handles = draw_handles(draw, scope);
  test.own_messages = draw_own_messages(draw, test);
  test.made_beside = draw_made_beside(draw, test);
  test.repetitions = draw_repetitions(draw);
  const int length = draw_length(draw, test.mode);
  const CallKind pace = length * test.repetitions > 4 ? CallKind::one_of_many
                        : test.mode == Mode::blocking ? CallKind::usual
                                                      : CallKind::concurrent;
  for (int i = 0; i < length; ++i) {
    const auto collective = draw_collective(draw, scope, test);
    test.operations.push_back(draw_operation(draw, collective, smallest, pace, scope.types));
    if (collective != Collective::barrier)
      test.operations.back().type = draw_type(draw, scope, test.operations.back());
    if (collective != Collective::barrier && has_large_counts(scope, collective))
      test.operations.back().large = draw.percent(15);
    if (is_intercommunicator(test.group))
      suit_intercommunicator(test.operations.back(), test.ranks, test.group);
    // Not on an intercommunicator; and counts that are symmetric for the smaller half need not be for the
    // larger one.
    if (!is_valid(test)) test.operations.back().in_place = InPlace::no;
  }
  return test;
}

/// Returns the case with many runs, each of which takes little time; as it is, if that makes no valid case.
Case soaked(const Case& test) {
  constexpr int runs = 400, most_elements_in_block = 300;
  Case soaked = test;
  soaked.soak = runs;
  soaked.repetitions = 1;
  soaked.made_beside = std::min(test.made_beside, 1);
  for (Operation& operation : soaked.operations) {
    operation.delays_us = {0};
    for (int& count : operation.counts) count %= most_elements_in_block;
  }
  return is_valid(soaked) ? soaked : test;
}

}  // namespace

rc::Shrinkable<Case> shrinkable(const Case& test) {
  return rc::shrinkable::shrinkRecur(
      test, [](const Case& from) { return rc::seq::fromContainer(simpler(from)); });
}

rc::Gen<Case> cases(Scope scope) {
  return [scope = std::move(scope)](const rc::Random& random, int) {
    const Case test = draw_case(random, scope);
    return shrinkable(scope.soak ? soaked(test) : test);
  };
}

}  // namespace tutti
