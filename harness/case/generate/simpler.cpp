#include "harness/case/generate/simpler.hpp"

#include <algorithm>
#include <numeric>
#include <type_traits>

#include "harness/case/case_communicators.hpp"
#include "harness/case/generate/operation.hpp"
#include "harness/case/intercommunicator.hpp"
#include "harness/case/validate.hpp"

namespace tutti {
namespace {

/// Collects the edits of a case that are valid and make it simpler.
class Candidates {
 public:
  explicit Candidates(const Case& from) : from_(from), complexity_(complexity(from)) {}

  template <typename Edit>
  void add(Edit edit) {
    Case candidate = from_;
    edit(candidate);
    const auto sizes = communicator_sizes(candidate);
    const int last_root = *std::min_element(sizes.begin(), sizes.end()) - 1;
    for (Operation& operation : candidate.operations) {
      operation.root = std::min(operation.root, last_root);
      operation = normalized(std::move(operation));
      if (is_intercommunicator(candidate.group) && candidate.ranks > 1)
        balance_groups(operation, candidate.ranks, candidate.group);
    }
    if (complexity(candidate) < complexity_ && is_valid(candidate)) found_.push_back(candidate);
  }

  /// Adds one candidate per operation, with the edit of that operation.
  template <typename Edit>
  void add_per_operation(Edit edit) {
    for (std::size_t i = 0; i < from_.operations.size(); ++i)
      add([&](Case& candidate) { edit(candidate.operations[i]); });
  }

  std::vector<Case> take() && { return std::move(found_); }

 private:
  const Case& from_;
  std::int64_t complexity_;
  std::vector<Case> found_;
};

/// Returns numbers from 0 up to just below the value, as RapidCheck shrinks numbers.
std::vector<int> towards_zero(int value) {
  std::vector<int> values;
  for (int step = value; step > 0; step /= 2) values.push_back(value - step);
  return values;
}

void fewer_operations(const Case& test, Candidates& candidates) {
  const std::size_t length = test.operations.size();
  for (std::size_t kept = 0; kept < length; ++kept)
    candidates.add([&](Case& c) { c.operations = {test.operations[kept]}; });
  for (std::size_t dropped = 0; length > 2 && dropped < length; ++dropped)
    candidates.add([&](Case& c) {
      c.operations.erase(c.operations.begin() + static_cast<std::ptrdiff_t>(dropped));
    });
}

void plainer_surroundings(const Case& test, Candidates& candidates) {
  candidates.add([](Case& c) {
    c.mode = Mode::blocking;
    c.completion = Completion::wait;
    c.handles = Handles::kept;
  });
  candidates.add([](Case& c) { c.completion = Completion::wait; });
  candidates.add([](Case& c) { c.handles = Handles::kept; });
  candidates.add([](Case& c) { c.handles = Handles::types_freed; });
  candidates.add([](Case& c) { c.own_messages = OwnMessages::none; });
  candidates.add([](Case& c) { c.group = Group::world; });
  candidates.add([](Case& c) { c.made_by = MadeBy::usual; });
  for (const int made_beside : towards_zero(test.made_beside))
    candidates.add([&](Case& c) { c.made_beside = made_beside; });
  candidates.add([](Case& c) { c.soak = 0; });
  for (const int repetitions : towards_zero(test.repetitions - 1))
    candidates.add([&](Case& c) { c.repetitions = repetitions + 1; });
  for (const int ranks : towards_zero(test.ranks - 1))
    candidates.add([&](Case& c) { c.ranks = ranks + 1; });
  candidates.add([](Case& c) { c.seed = 1; });
}

/// Adds candidates with the default for all ranks, one value for all ranks, or the default for one
/// rank.
template <typename Value>
void plainer_vector(const Case& test, std::vector<Value> Operation::*member,
                    Candidates& candidates) {
  candidates.add_per_operation([&](Operation& o) { o.*member = {Value{}}; });
  std::size_t longest = 0;
  for (const auto& operation : test.operations)
    longest = std::max(longest, (operation.*member).size());
  if (longest == 1) return;
  candidates.add_per_operation([&](Operation& o) { (o.*member).resize(1); });
  for (std::size_t i = 0; i < longest; ++i)
    candidates.add_per_operation([&](Operation& o) {
      if (i < (o.*member).size()) (o.*member)[i] = Value{};
    });
}

void smaller_counts(const Case& test, Candidates& candidates) {
  candidates.add_per_operation([](Operation& o) { o.counts = {0}; });
  candidates.add_per_operation([](Operation& o) { o.counts = {1}; });
  candidates.add_per_operation(
      [](Operation& o) { o.counts = {*std::max_element(o.counts.begin(), o.counts.end())}; });
  candidates.add_per_operation([](Operation& o) {
    for (int& count : o.counts) count /= 2;
  });
  for (std::size_t i = 0; i < test.operations.size(); ++i) {
    const auto& counts = test.operations[i].counts;
    for (std::size_t k = 0; k < counts.size(); ++k)
      for (const int count : towards_zero(counts[k]))
        candidates.add([&](Case& c) { c.operations[i].counts[k] = count; });
  }
}

/// Adds candidates with a delay in place of long messages, which may matter only because they make
/// a rank late.
void later_instead_of_longer(const Case& test, Candidates& candidates) {
  for (const Case& late : with_a_late_rank(test))
    candidates.add([&](Case& c) {
      c = late;
      for (Operation& o : c.operations) o.counts = {1};
    });
}

/// Calls the visitor for the fields of an operation that are switches: true or false, or an
/// enumeration whose first value is the plain one. The element and the operator are none: the
/// simplest element is not the first, and a reduction needs an operator.
template <typename Visitor>
void for_each_switch(Visitor visitor) {
  for_each_field(operation_fields, [&]<typename Value>(const Field<Operation, Value>& field) {
    constexpr bool plain_first = std::is_same_v<Value, bool> || std::is_enum_v<Value>;
    if constexpr (plain_first && !std::is_same_v<Value, Element> &&
                  !std::is_same_v<Value, Operator>)
      visitor(field.member);
  });
}

/// Adds candidates with one switch at its default.
void default_values(Candidates& candidates) {
  for_each_switch([&](auto member) {
    candidates.add_per_operation([member](Operation& o) { o.*member = Operation{}.*member; });
  });
}

void plainer_elements(Candidates& candidates) {
  candidates.add_per_operation([](Operation& o) {
    if (o.op != Operator::none) o.op = Operator::sum;
    o.element = Element::int32;
    o.type = TypeName::usual;
    o.data = Data::exact;
  });
  candidates.add_per_operation([](Operation& o) {
    if (o.op != Operator::none) o.op = Operator::sum;
  });
  for (const Element element : {Element::int32, Element::int_int, Element::float64})
    candidates.add_per_operation([=](Operation& o) {
      o.element = element;
      o.type = TypeName::usual;
    });
}

template <typename Value>
std::int64_t distance(const std::vector<Value>& values) {
  const auto used =
      std::count_if(values.begin(), values.end(), [](Value value) { return value != Value{}; });
  return 2 * used + static_cast<std::int64_t>(values.size()) - 1;
}

std::int64_t element_complexity(Element element) {
  if (element == Element::int32) return 0;
  if (element == Element::float64 || element == Element::int_int) return 1;
  return 2;
}

std::int64_t complexity(const Operation& o) {
  std::int64_t sum =
      1 + o.root + std::accumulate(o.counts.begin(), o.counts.end(), std::int64_t{0});
  // So that fewer entries never are more complex, although one entry stands for all blocks.
  sum += static_cast<std::int64_t>(o.counts.size()) * 8;
  sum += distance(o.send_layouts) + distance(o.receive_layouts);
  sum += distance(o.send_offsets) + distance(o.receive_offsets) + distance(o.delays_us);
  sum += element_complexity(o.element);
  sum += o.op > Operator::sum ? 1 : 0;
  sum += has_runs(o) ? 100 : 0;
  for_each_switch([&](auto member) { sum += o.*member != Operation{}.*member; });
  return sum;
}

}  // namespace

std::int64_t complexity(const Case& test) {
  std::int64_t sum = test.ranks + test.repetitions + test.made_beside;
  sum += (test.group != Group::world) + 2 * (test.mode != Mode::blocking) + (test.seed != 1) +
         (test.completion != Completion::wait) + static_cast<int>(test.handles) +
         (test.own_messages != OwnMessages::none) + (test.made_by != MadeBy::usual) +
         (test.soak != 0);
  for (const auto& operation : test.operations) sum += complexity(operation);
  return sum;
}

std::vector<Case> with_a_late_rank(const Case& test) {
  constexpr int very_late_us = 2000;
  const auto ranks = static_cast<std::size_t>(test.ranks);
  std::vector<Case> cases;
  for (std::size_t i = 0; i < test.operations.size(); ++i)
    for (std::size_t late = 0; late < ranks; ++late) {
      auto& delays = cases.emplace_back(test).operations[i].delays_us;
      delays.assign(ranks, 0);
      delays[late] = very_late_us;
    }
  return cases;
}

std::vector<Case> simpler(const Case& test) {
  Candidates candidates(test);
  fewer_operations(test, candidates);
  plainer_surroundings(test, candidates);
  smaller_counts(test, candidates);
  later_instead_of_longer(test, candidates);
  plainer_vector(test, &Operation::delays_us, candidates);
  plainer_vector(test, &Operation::send_layouts, candidates);
  plainer_vector(test, &Operation::receive_layouts, candidates);
  plainer_vector(test, &Operation::send_offsets, candidates);
  plainer_vector(test, &Operation::receive_offsets, candidates);
  candidates.add_per_operation([](Operation& o) { o.root = 0; });
  candidates.add_per_operation([](Operation& o) { o.run_length = 1; });
  default_values(candidates);
  plainer_elements(candidates);
  return std::move(candidates).take();
}

}  // namespace tutti
