#include "harness/case/result_check.hpp"

#include "harness/case/input_data.hpp"
#include "harness/case/operator_semantics.hpp"

namespace tutti {
namespace {

bool is_logical(Operator op) {
  return op == Operator::land || op == Operator::lor || op == Operator::lxor;
}

/// Compares two results. For logical operators only their truth is compared, since MPI does not
/// define the value that stands for true.
template <typename T>
bool same(Operator op, const T& left, const T& right) {
  if constexpr (is_integer<T> || std::is_same_v<T, Boolean>)
    if (is_logical(op)) return truth(left) == truth(right);
  return left == right;
}

/// Notes the first deviation and counts the others.
void note(std::optional<Mismatch>& found, const Mismatch& deviation) {
  if (found)
    ++found->more;
  else
    found = deviation;
}

std::optional<Mismatch> judge_exact(const Problem& problem, int rank, const Elements& got,
                                    Oracle& oracle) {
  const Elements& expected = oracle.expected_output(problem, rank);
  std::optional<Mismatch> found;
  visit_element(got.element(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto values = got.as<T>();
    const auto wanted = expected.as<T>();
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (same(problem.operation.op, values[i], wanted[i])) continue;
      const auto index = static_cast<std::int64_t>(i);
      note(found, {.fault = Fault::wrong_result,
                   .rank = rank,
                   .element = index,
                   .expected = text_of(expected, index),
                   .got = text_of(got, index)});
    }
  });
  return found;
}

/// Compares positions that are a period apart: their operands, and so their results, are the same.
std::optional<Mismatch> judge_overflow(int rank, const Elements& got) {
  std::optional<Mismatch> found;
  visit_element(got.element(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto values = got.as<T>();
    for (std::size_t i = overflow_period; i < values.size(); ++i) {
      const std::size_t twin = i % overflow_period;
      if (values[i] == values[twin]) continue;
      note(found, {.fault = Fault::not_portable,
                   .rank = rank,
                   .element = static_cast<std::int64_t>(i),
                   .expected = text_of(got, static_cast<std::int64_t>(twin)) +
                               ", as the same operands gave at element " + std::to_string(twin),
                   .got = text_of(got, static_cast<std::int64_t>(i))});
    }
  });
  return found;
}

}  // namespace

std::optional<Mismatch> judge(const Problem& problem, int rank, const Elements& got,
                              Oracle& oracle) {
  switch (problem.operation.data) {
    case Data::exact:
    case Data::subnormal:
      return judge_exact(problem, rank, got, oracle);
    case Data::rounding:
      return detail::judge_rounding(problem, rank, got);
    case Data::overflow:
      return judge_overflow(rank, got);
  }
  return std::nullopt;
}

std::optional<std::uint64_t> agreement_digest(const Problem& problem, const Elements& got) {
  if (problem.operation.collective != Collective::allreduce) return std::nullopt;
  // Exact data have one right result, and judge() compares with it.
  if (problem.operation.data == Data::exact || problem.operation.data == Data::subnormal)
    return std::nullopt;
  return digest(got);
}

}  // namespace tutti
