#include "harness/runner/operator_check.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <optional>

#include "harness/case/enum_names.hpp"
#include "harness/case/input_data.hpp"
#include "harness/case/layout_datatypes.hpp"
#include "harness/case/operator_handles.hpp"
#include "harness/case/oracle.hpp"
#include "harness/case/validate.hpp"

namespace tutti {
namespace {

constexpr int count = 64;

void* bytes(Elements& elements) {
  return visit_element(elements.element(),
                       [&]<typename T>(TypeTag<T>) -> void* { return elements.as<T>().data(); });
}

/// Returns an allreduce of two ranks: its result is one application of the operator.
Problem problem_with(Operator op, Element element) {
  Case test;
  test.ranks = 2;
  test.operations = {{.collective = Collective::allreduce, .counts = {count}}};
  test.operations.front().op = op;
  test.operations.front().element = element;
  return problem_of(test, Execution{}, place_of(test, 0));
}

bool equal(const Elements& left, const Elements& right, std::int64_t index) {
  const auto i = static_cast<std::size_t>(index);
  return visit_element(left.element(),
                       [&]<typename T>(TypeTag<T>) { return left.as<T>()[i] == right.as<T>()[i]; });
}

std::optional<std::string> difference(const Elements& expected, const Elements& got) {
  for (std::int64_t i = 0; i < count; ++i)
    if (!equal(expected, got, i))
      return fmt::format("expected {}, got {} (element {})", text_of(expected, i), text_of(got, i),
                         i);
  return std::nullopt;
}

std::optional<std::string> wrong(Operator op, Element element, TypeName type, MPI_Op handle) {
  const Problem problem = problem_with(op, element);
  Elements left = input_elements(problem, 0, {0, count});
  Elements right = input_elements(problem, 1, {0, count});
  const int code =
      PMPI_Reduce_local(bytes(left), bytes(right), count, mpi_type(element, type), handle);
  if (code != MPI_SUCCESS) return fmt::format("MPI error {}", code);
  return difference(expected_output(problem, 0), right);
}

}  // namespace

std::vector<WrongOperator> wrong_operators() {
  std::vector<WrongOperator> found;
  OperatorCache handles;
  auto types = available_type_names();
  types.insert(types.begin(), TypeName::usual);
  for (const auto& op : enum_names<Operator>) {
    if (op.value == Operator::none || !is_builtin(op.value) || is_logical(op.value)) continue;
    for (const auto& element : enum_names<Element>)
      for (const TypeName type : types)
        if (is_name_of(type, element.value) && defined_on(op.value, element.value, type))
          if (const auto what = wrong(op.value, element.value, type, handles.get(op.value)))
            found.push_back({op.value, element.value, type,
                             fmt::format("MPI_Reduce_local, {} on {}: {}", op.name,
                                         text_of(element.value, type), *what)});
  }
  return found;
}

}  // namespace tutti
