#include "harness/case/input_data.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "harness/case/enum_names.hpp"
#include "harness/case/operator_semantics.hpp"
#include "harness/case/oracle.hpp"
#include "harness/case/result_check.hpp"
#include "harness/case/validate.hpp"

namespace tutti {
namespace {

constexpr std::int64_t positions = 64;

Problem allreduce(Element element, Operator op, int ranks, Data data = Data::exact) {
  return {{.collective = Collective::allreduce,
           .counts = {positions},
           .element = element,
           .op = op,
           .data = data},
          ranks,
          17};
}

Elements input(const Problem& problem, int rank) {
  return input_elements(problem, rank, {0, positions});
}

std::optional<Mismatch> judged(const Problem& problem, const Elements& got) {
  Oracle oracle;
  return judge(problem, 0, got, oracle);
}

/// Calls visitor(problem) for every operator, element that it is defined on, and number of ranks.
template <typename Visitor>
void for_each_reduction(std::initializer_list<int> rank_counts, Visitor visitor) {
  for (const auto& [op, op_name] : enum_names<Operator>)
    for (const auto& [element, element_name] : enum_names<Element>)
      for (const int ranks : rank_counts)
        if (defined_on(op, element)) {
          SCOPED_TRACE(testing::Message() << op_name << " " << element_name << " " << ranks);
          visitor(allreduce(element, op, ranks));
        }
}

/// Combines the inputs of the ranks [first, end) as a tree that is split at arbitrary places.
template <typename T>
std::vector<T> as_tree(const Problem& problem, int first, int end) {
  if (end - first == 1) {
    const Elements leaf = input(problem, first);
    return {leaf.as<T>().begin(), leaf.as<T>().end()};
  }
  const int cut = first + 1 + (first * 7 + end * 3) % (end - first - 1);
  auto left = as_tree<T>(problem, first, cut);
  const auto right = as_tree<T>(problem, cut, end);
  for (std::size_t i = 0; i < left.size(); ++i)
    left[i] = combine(problem.operation.op, left[i], right[i]);
  return left;
}

TEST(Data, ExactDataGiveTheSameBitsInAnyOrderOfCombination) {
  for_each_reduction({3, 8, 37, 300}, [](const Problem& problem) {
    visit_element(problem.operation.element, [&](auto tag) {
      using T = typename decltype(tag)::type;
      const auto tree = as_tree<T>(problem, 0, problem.ranks);
      Elements result(problem.operation.element, positions);
      std::copy(tree.begin(), tree.end(), result.as<T>().begin());
      EXPECT_EQ(judged(problem, result), std::nullopt);
    });
  });
}

TEST(Data, SumsAndProductsOfIntegersStayInRange) {
  for_each_reduction({2, 7, 64, 500}, [](const Problem& problem) {
    const bool product = problem.operation.op == Operator::prod;
    if (!product && problem.operation.op != Operator::sum) return;
    visit_element(problem.operation.element, [&](auto tag) {
      using T = typename decltype(tag)::type;
      if constexpr (is_integer<T>) {
        std::vector<long double> magnitudes(positions, product ? 1.0L : 0.0L);
        for (int rank = 0; rank < problem.ranks; ++rank) {
          const Elements values = input(problem, rank);
          for (std::size_t i = 0; i < magnitudes.size(); ++i) {
            const auto magnitude = std::abs(static_cast<long double>(values.as<T>()[i]));
            magnitudes[i] = product ? magnitudes[i] * magnitude : magnitudes[i] + magnitude;
          }
        }
        for (const auto magnitude : magnitudes)
          EXPECT_LE(magnitude, static_cast<long double>(std::numeric_limits<T>::max()));
      }
    });
  });
}

TEST(Data, ARankAloneHasOperandsAsOfTwoRanks) {
  for_each_reduction({2}, [](const Problem& of_two) {
    Problem alone = of_two;
    alone.operation.collective = Collective::reduce_local;
    alone.ranks = 1;
    for (const int operand : {0, 1})
      EXPECT_EQ(digest(input(alone, operand)), digest(input(of_two, operand)));
  });
}

TEST(Data, MovedDataDifferByRankAndByPosition) {
  for (const auto& [element, name] : enum_names<Element>) {
    if (element == Element::boolean) continue;  // two values only
    SCOPED_TRACE(name);
    const Problem problem = allreduce(element, Operator::none, 8);
    std::set<std::uint64_t> columns, digests;
    for (int rank = 0; rank < problem.ranks; ++rank) {
      columns.insert(digest(input_elements(problem, rank, {5, 1})));
      for (std::int64_t position = 0; position < positions; ++position)
        digests.insert(digest(input_elements(problem, rank, {position, 1})));
    }
    EXPECT_EQ(columns.size(), 8u);
    // A type of one byte has too few values for 512 elements, but must use most of them.
    EXPECT_GT(digests.size(), bytes_of(element) == 1 ? 200u : 500u);
  }
}

TEST(Data, EveryExecutionHasItsOwn) {
  Case test{.ranks = 4, .group = Group::halves, .seed = 3};
  test.operations = {{.collective = Collective::allgather, .counts = {9}},
                     {.collective = Collective::allgather, .counts = {9}}};
  std::set<std::uint64_t> keys;
  for (const std::size_t operation : {0u, 1u})
    for (const int repetition : {0, 1})
      for (const int lane : {0, 1})
        for (const int communicator : {0, 1})
          keys.insert(problem_of(test, {operation, repetition, lane}, {communicator, 2, 0}).key);
  EXPECT_EQ(keys.size(), 16u);
}

TEST(Data, LogicalDataHoldZeroOneAndOther) {
  const Problem problem = allreduce(Element::int32, Operator::lxor, 4);
  int zeros = 0, others = 0;
  const Elements values = input(problem, 2);
  for (const auto value : values.as<std::int32_t>())
    value == 0 ? ++zeros : value != 1 ? ++others : 0;
  EXPECT_GT(zeros, 0);
  EXPECT_GT(others, 0);
}

TEST(Data, BothTruthValuesResultWithAnyNumberOfRanks) {
  for (const auto op : {Operator::land, Operator::lor, Operator::lxor})
    for (const int ranks : {2, 8, 64}) {
      const Elements result = expected_output(allreduce(Element::boolean, op, ranks), 0);
      const auto values = result.as<Boolean>();
      EXPECT_EQ(std::set<int>({0, 1}),
                [&] {
                  std::set<int> seen;
                  for (const auto& value : values) seen.insert(value.value);
                  return seen;
                }())
          << enum_name(op) << " " << ranks;
    }
}

TEST(Data, OverflowingDataRepeatAndOverflow) {
  const Problem problem = allreduce(Element::int16, Operator::sum, 2, Data::overflow);
  const Elements first = input(problem, 0), second = input(problem, 1);
  for (std::size_t i = overflow_period; i < positions; ++i) {
    EXPECT_EQ(first.as<std::int16_t>()[i], first.as<std::int16_t>()[i - overflow_period]);
    EXPECT_GT(std::abs(first.as<std::int16_t>()[i] + second.as<std::int16_t>()[i]), 32767);
  }
}

TEST(Judge, TakesAnyOrderOfAdditionButNotALostAddend) {
  const Problem problem = allreduce(Element::float32, Operator::sum, 40, Data::rounding);
  for (const bool backwards : {false, true}) {
    Elements sum = input(problem, backwards ? 39 : 0);
    for (int i = 1; i < 40; ++i) {
      const Elements added = input(problem, backwards ? 39 - i : i);
      for (std::size_t at = 0; at < positions; ++at) sum.as<float>()[at] += added.as<float>()[at];
    }
    EXPECT_EQ(judged(problem, sum), std::nullopt);
    sum.as<float>()[7] += sum.as<float>()[7] / 1000 + 1;
    const auto found = judged(problem, sum);
    ASSERT_NE(found, std::nullopt);
    EXPECT_EQ(found->element, 7);
  }
}

TEST(Judge, FindsADependenceOnThePositionOfOverflowingData) {
  const Problem problem = allreduce(Element::int8, Operator::sum, 2, Data::overflow);
  Elements wrapped = input(problem, 0);
  const Elements added = input(problem, 1);
  for (std::size_t i = 0; i < positions; ++i)
    wrapped.as<std::int8_t>()[i] =
        static_cast<std::int8_t>(static_cast<unsigned>(wrapped.as<std::int8_t>()[i]) +
                                 static_cast<unsigned>(added.as<std::int8_t>()[i]));
  EXPECT_EQ(judged(problem, wrapped), std::nullopt);
  // As if a vector unit saturated, and the scalar loop for the remainder wrapped around.
  for (std::size_t i = 0; i < 32; ++i)
    wrapped.as<std::int8_t>()[i] = wrapped.as<std::int8_t>()[i] < 0 ? 127 : -128;
  const auto found = judged(problem, wrapped);
  ASSERT_NE(found, std::nullopt);
  EXPECT_EQ(found->fault, Fault::not_portable);
}

}  // namespace
}  // namespace tutti
