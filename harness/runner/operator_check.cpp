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

std::optional<std::string> wrong(const Case& test, MPI_Op handle) {
  const Problem problem = problem_of(test, Execution{}, place_of(test, 0));
  Elements left = input_elements(problem, 0, {0, count});
  Elements right = input_elements(problem, 1, {0, count});
  const MPI_Datatype type = mpi_type(problem.operation.element, problem.operation.type);
  const int code = PMPI_Reduce_local(bytes(left), bytes(right), count, type, handle);
  if (code != MPI_SUCCESS) return fmt::format("MPI error {}", code);
  return difference(expected_output(problem, 0), right);
}

}  // namespace

Case case_of(const WrongOperator& wrong) {
  Case test;
  test.operations = {{.collective = Collective::reduce_local, .counts = {count}}};
  test.operations.front().element = wrong.element;
  test.operations.front().type = wrong.type;
  test.operations.front().op = wrong.op;
  return test;
}

std::vector<WrongOperator> wrong_operators() {
  std::vector<WrongOperator> found;
  OperatorCache handles;
  auto types = available_type_names();
  types.insert(types.begin(), TypeName::usual);
  for (const auto& op : enum_names<Operator>) {
    if (op.value == Operator::none || !is_builtin(op.value) || is_logical(op.value)) continue;
    for (const auto& element : enum_names<Element>)
      for (const TypeName type : types)
        if (is_name_of(type, element.value) && defined_on(op.value, element.value, type)) {
          WrongOperator candidate{op.value, element.value, type};
          const auto what = wrong(case_of(candidate), handles.get(op.value));
          if (!what) continue;
          candidate.what = fmt::format("MPI_Reduce_local, {} on {}: {}", op.name,
                                       text_of(element.value, type), *what);
          found.push_back(std::move(candidate));
        }
  }
  return found;
}

}  // namespace tutti
