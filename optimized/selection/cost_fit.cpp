#include "optimized/selection/cost_fit.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <array>
#include <limits>

namespace tutti {
namespace {

constexpr std::size_t terms_count = 5;
using CostTerms = std::array<double, terms_count>;
using Columns = std::vector<Eigen::Index>;

/// Returns the terms of the time. The last one is the number of units that a rank waits for if it
/// waits for one message in each round.
CostTerms cost_terms(const Cost& cost) {
  const auto rounds = static_cast<double>(cost.rounds),
             messages = static_cast<double>(cost.messages), units = static_cast<double>(cost.units);
  return {1, rounds, messages, units, units / std::max(messages, 1.0) * rounds};
}

/// Returns every choice of some of the terms.
std::vector<Columns> choices() {
  std::vector<Columns> all;
  for (unsigned bits = 1; bits < 1U << terms_count; ++bits) {
    auto& columns = all.emplace_back();
    for (std::size_t i = 0; i < terms_count; ++i)
      if (bits >> i & 1U) columns.push_back(static_cast<Eigen::Index>(i));
  }
  return all;
}

/// Solves the least squares without negative coefficients. The solution is that of some of the
/// terms alone: with so few, each choice is tried.
Eigen::VectorXd least_squares_not_negative(const Eigen::MatrixXd& terms,
                                           const Eigen::VectorXd& target) {
  Eigen::VectorXd best = Eigen::VectorXd::Zero(terms.cols());
  double least = std::numeric_limits<double>::infinity();
  for (const auto& columns : choices()) {
    const Eigen::MatrixXd chosen = terms(Eigen::seqN(0, terms.rows()), columns);
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors(chosen);
    if (factors.rank() < chosen.cols()) continue;
    const Eigen::VectorXd coefficients = factors.solve(target);
    const double squares = (target - chosen * coefficients).squaredNorm();
    if (coefficients.minCoeff() < 0 || squares >= least) continue;
    least = squares;
    best.setZero();
    best(columns) = coefficients;
  }
  return best;
}

}  // namespace

CostFit::CostFit(const std::vector<Observation>& observations, const CostFunction& cost)
    : cost_(cost) {
  const auto rows = static_cast<Eigen::Index>(observations.size());
  Eigen::MatrixXd terms(rows, static_cast<Eigen::Index>(terms_count));
  for (Eigen::Index row = 0; row < rows; ++row) {
    const auto& observation = observations[static_cast<std::size_t>(row)];
    const auto values = cost_terms(cost(observation.parameters));
    terms.row(row) =
        Eigen::Map<const Eigen::RowVectorXd>(values.data(), terms.cols()) / observation.time_us;
  }
  const auto coefficients = least_squares_not_negative(terms, Eigen::VectorXd::Ones(rows));
  coefficients_.assign(coefficients.begin(), coefficients.end());
}

double CostFit::time_us(const OperationParameters& parameters) const {
  const auto terms = cost_terms(cost_(parameters));
  double sum = 0;
  for (std::size_t i = 0; i < terms_count; ++i) sum += coefficients_[i] * terms[i];
  return sum;
}

}  // namespace tutti
