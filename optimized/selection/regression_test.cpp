#include "optimized/selection/regression.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "contract/error.hpp"
#include "optimized/selection/performance.hpp"

namespace tutti {
namespace {

using Time = std::function<double(const OperationParameters&)>;

std::vector<Observation> observed(const std::vector<int>& ranks, const Time& time) {
  std::vector<Observation> observations;
  for (const int count : ranks)
    for (std::int64_t bytes = 8; bytes <= 1 << 20; bytes *= 4) {
      const OperationParameters parameters{Collective::bcast, count, bytes};
      observations.push_back({parameters, time(parameters)});
    }
  return observations;
}

double predicted(const std::vector<FitEquation>& equations, const OperationParameters& parameters,
                 const CostFunction& cost = {}) {
  for (const auto& equation : equations)
    if (equation.domain.contains(parameters))
      return evaluate(equation, parameters, cost ? cost(parameters) : Cost{});
  return NAN;
}

/// Expects that the equations predict the times at sizes between the measured ones, within the
/// tolerance.
void expect_predictions(const std::vector<FitEquation>& equations, int ranks, const Time& time,
                        double tolerance) {
  for (std::int64_t bytes = 16; bytes < 1 << 20; bytes *= 4) {
    const OperationParameters parameters{Collective::bcast, ranks, bytes};
    const double truth = time(parameters);
    EXPECT_NEAR(predicted(equations, parameters), truth, tolerance * truth) << bytes;
  }
}

TEST(Regression, FindsALine) {
  const auto time = [](const auto& at) { return 3 + static_cast<double>(at.bytes) / 1000; };
  const auto equations = fit(observed({4}, time), {});
  ASSERT_EQ(equations.size(), 1u);
  EXPECT_EQ(equations[0].basis, Basis::plain);
  EXPECT_EQ(equations[0].bytes_degree, 1);
  EXPECT_LT(equations[0].error, 1e-6);
  expect_predictions(equations, 4, time, 1e-6);
}

TEST(Regression, NoPieceIsEmptyWhereNoBytesMove) {
  std::vector<Observation> observations;
  for (const int ranks : {2, 3, 4})
    for (const std::int64_t bytes : {0, 8, 64, 512, 4096, 32768})
      observations.push_back(
          {{Collective::bcast, ranks, bytes}, bytes == 0 ? 0.1 : 10 + 0.01 * bytes});
  const auto equations = fit(observations, {});
  EXPECT_GT(equations.size(), 1u);
  for (const auto& equation : equations)
    EXPECT_LT(equation.domain.bytes.begin, equation.domain.bytes.end);
}

TEST(Regression, FindsPolynomialsOfLogarithms) {
  for (int degree = 1; degree <= FitEquation::degree_max; ++degree) {
    const auto time = [=](const auto& at) {
      return std::exp2(1 + std::pow(std::log2(1.0 + static_cast<double>(at.bytes)) / 10, degree));
    };
    const auto equations = fit(observed({4}, time), {});
    ASSERT_EQ(equations.size(), 1u);
    EXPECT_EQ(equations[0].basis, Basis::logarithmic);
    EXPECT_EQ(equations[0].bytes_degree, degree);
    expect_predictions(equations, 4, time, 1e-6);
  }
}

TEST(Regression, CutsWhereTheProtocolSwitches) {
  const auto time = [](const auto& at) {
    return at.bytes < 4096 ? 1 + static_cast<double>(at.bytes) / 100
                           : 90 + static_cast<double>(at.bytes) / 10000;
  };
  const auto equations = fit(observed({4}, time), {});
  EXPECT_GE(equations.size(), 2u);
  for (const auto& first : equations)
    for (const auto& second : equations)
      EXPECT_EQ(first.domain.overlaps(second.domain), &first == &second);
  EXPECT_NEAR(predicted(equations, {Collective::bcast, 4, 300}), 4, 0.1);
  EXPECT_NEAR(predicted(equations, {Collective::bcast, 4, 500'000}), 140, 3);
}

TEST(Regression, CutsWhereRanksExceedCores) {
  const auto time = [](const auto& at) {
    return at.ranks == 2 ? 0.3 : 4.0 * at.ranks + static_cast<double>(at.bytes) / 1000;
  };
  const auto equations = fit(observed({2, 3, 4, 6, 8}, time), {});
  EXPECT_NEAR(predicted(equations, {Collective::bcast, 2, 8}), 0.3, 0.01);
  EXPECT_NEAR(predicted(equations, {Collective::bcast, 5, 8}), 20, 1);
}

/// Between powers of two the number of ranks determines little of the time, the number of rounds
/// all.
TEST(Regression, PredictsOtherNumbersOfRanksFromWhatTheAlgorithmCounts) {
  const auto protocol = parse_protocol("bcast/binomial:active");
  const CostFunction cost = [&](const auto& at) { return cost_in_bytes(protocol, at); };
  const auto time = [&](const auto& at) {
    return 2 + 3 * static_cast<double>(cost(at).rounds) +
           static_cast<double>(cost(at).units) / 1000;
  };
  const auto equations = fit(observed({2, 3, 4, 8, 16}, time), cost);
  const OperationParameters left_out{Collective::bcast, 9, 65536};
  EXPECT_NEAR(predicted(equations, left_out, cost), time(left_out), 1e-3);
}

TEST(Regression, StatesItsError) {
  int sign = 1;
  const auto time = [&](const auto& at) {
    sign = -sign;
    return (3 + static_cast<double>(at.bytes) / 1000) * (1 + 0.1 * sign);
  };
  for (const auto& equation : fit(observed({2, 3, 4, 5}, time), {})) {
    EXPECT_GT(equation.error, 0.05);
    EXPECT_LT(equation.error, 0.3);
  }
}

TEST(Regression, KnowsNothingBeyondWhatWasMeasured) {
  const auto equations = fit(observed({2, 4}, [](const auto&) { return 1.0; }), {});
  EXPECT_TRUE(std::isnan(predicted(equations, {Collective::bcast, 5, 8})));
  EXPECT_TRUE(std::isnan(predicted(equations, {Collective::bcast, 4, 4})));
  EXPECT_TRUE(std::isnan(predicted(equations, {Collective::bcast, 4, 1 << 21})));
}

TEST(Regression, RefusesTooFewPoints) {
  EXPECT_THROW(fit({{{Collective::bcast, 2, 8}, 1}, {{Collective::bcast, 2, 16}, 1}}, {}),
               UsageError);
}

}  // namespace
}  // namespace tutti
