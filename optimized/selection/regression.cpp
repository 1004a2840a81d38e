#include "optimized/selection/regression.hpp"

#include <fmt/core.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "contract/error.hpp"

namespace tutti {
namespace {

/// Factors by which an equation with more coefficients, or a cut, must reduce the squares of
/// errors: errors of the left-out points are estimates themselves.
constexpr double worth_its_coefficients = 0.9;
constexpr double worth_a_cut = 0.8;
/// Relative error of each observation, beside its own: the next launch would find another time, and
/// no equation is exact.
constexpr double error_of_a_launch = 0.1;
/// Largest relative error that counts. Larger ones are outliers, whose size must not decide between
/// equations.
constexpr double error_counted_max = 0.5;

/// Least share of a point that the other points determine: with less, an equation follows that
/// point alone.
constexpr double rest_min = 1e-9;

constexpr double never = std::numeric_limits<double>::infinity();

struct Fitted {
  FitEquation equation;
  double squares = never;  ///< sum of the squares of the relative errors at the points left out
};

using Rows = std::vector<Eigen::Index>;

/// Returns the error that the equation would have at each point if it had been fitted to the others
/// only, which follows from the whole fit. `basis` is an orthonormal basis of its terms.
Eigen::VectorXd errors_left_out_singly(const Eigen::MatrixXd& basis,
                                       const Eigen::VectorXd& residuals) {
  const Eigen::ArrayXd rest = 1 - basis.rowwise().squaredNorm().array();
  return (rest > rest_min).select(residuals.array().abs() / rest, never);
}

/// Solves x - shared * x = difference; none if that has no unique solution.
std::optional<Eigen::VectorXd> solve_rest(const Eigen::MatrixXd& shared,
                                          const Eigen::VectorXd& difference) {
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> rest(
      Eigen::MatrixXd::Identity(shared.rows(), shared.cols()) - shared);
  if (!rest.isInvertible()) return std::nullopt;
  return rest.solve(difference);
}

/// Returns the errors of several points if they are left out together. Solves a system of as many
/// unknowns as points, or as terms if these are fewer.
Eigen::VectorXd errors_left_out(const Rows& rows, const Eigen::MatrixXd& basis,
                                const Eigen::VectorXd& residuals) {
  const Eigen::MatrixXd part = basis(rows, Eigen::seqN(0, basis.cols()));
  const Eigen::VectorXd differences = residuals(rows);
  if (part.rows() <= part.cols()) {
    const auto errors = solve_rest(part * part.transpose(), differences);
    return errors.value_or(Eigen::VectorXd::Constant(part.rows(), never));
  }
  const auto of_terms = solve_rest(part.transpose() * part, part.transpose() * differences);
  if (!of_terms) return Eigen::VectorXd::Constant(part.rows(), never);
  return differences + part * *of_terms;
}

/// Returns the points to leave out together, beside each by itself: all of one size, and all of one
/// number of ranks, except the outermost, beyond which nothing is predicted.
std::vector<Rows> left_out_together(const std::vector<Observation>& observations) {
  std::vector<Rows> groups;
  std::map<std::int64_t, Rows> of_size, of_ranks;
  for (std::size_t i = 0; i < observations.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    of_size[observations[i].parameters.bytes].push_back(row);
    of_ranks[observations[i].parameters.ranks].push_back(row);
  }
  for (const auto* equals : {&of_size, &of_ranks})
    for (auto group = equals->begin(); group != equals->end(); ++group)
      if (group != equals->begin() && std::next(group) != equals->end() && group->second.size() > 1)
        groups.push_back(group->second);
  return groups;
}

/// A system of least squares, with a weighted row for each observation.
struct System {
  Eigen::MatrixXd terms;
  Eigen::VectorXd target, weights;
};

System system_of(const FitEquation& form, const std::vector<Observation>& observations,
                 const std::vector<Cost>& costs) {
  const auto rows = static_cast<Eigen::Index>(observations.size());
  const auto columns = static_cast<Eigen::Index>(
      terms_of(form, observations.front().parameters, costs.front()).size);
  const bool logarithmic = form.basis == Basis::logarithmic;
  System system{Eigen::MatrixXd(rows, columns), Eigen::VectorXd(rows), Eigen::VectorXd(rows)};
  for (Eigen::Index row = 0; row < rows; ++row) {
    const auto& [parameters, time_us, error] = observations[static_cast<std::size_t>(row)];
    const double weight = error_of_a_launch / std::hypot(error_of_a_launch, error);
    const auto values = terms_of(form, parameters, costs[static_cast<std::size_t>(row)]);
    const double scale = logarithmic ? weight : weight / time_us;
    system.terms.row(row) =
        scale * Eigen::Map<const Eigen::RowVectorXd>(values.values.data(), columns);
    system.target(row) = scale * (logarithmic ? std::log2(time_us) : time_us);
    system.weights(row) = weight;
  }
  return system;
}

/// Returns the sum of the squares of relative errors, none counted for more than an outlier.
double squares_of(Basis basis, const Eigen::VectorXd& errors, const Eigen::VectorXd& weights) {
  Eigen::ArrayXd relative = errors.cwiseQuotient(weights);
  if (basis == Basis::logarithmic)
    relative = relative.unaryExpr([](double error) { return std::exp2(error) - 1; });
  return (relative.min(error_counted_max) * weights.array()).square().sum();
}

/// Fits an equation by least relative squares. Returns none if the squares of the errors at
/// left-out points reach `enough`.
Fitted solve(const FitEquation& form, const std::vector<Observation>& observations,
             const std::vector<Cost>& costs, const std::vector<Rows>& groups, double enough) {
  const auto [terms, target, weights] = system_of(form, observations, costs);
  if (terms.cols() >= terms.rows()) return {};
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors(terms);
  if (factors.rank() < terms.cols()) return {};
  const Eigen::VectorXd coefficients = factors.solve(target);
  const Eigen::VectorXd residuals = target - terms * coefficients;
  const Eigen::MatrixXd basis =
      factors.householderQ() * Eigen::MatrixXd::Identity(terms.rows(), terms.cols());
  Eigen::VectorXd errors = errors_left_out_singly(basis, residuals);
  if (!errors.allFinite() || squares_of(form.basis, errors, weights) >= enough) return {};
  for (const auto& group : groups)
    errors(group) = errors(group).cwiseMax(errors_left_out(group, basis, residuals).cwiseAbs());
  if (!errors.allFinite()) return {};
  Fitted fitted{.equation = form, .squares = squares_of(form.basis, errors, weights)};
  fitted.equation.coefficients.assign(coefficients.begin(), coefficients.end());
  fitted.equation.error = std::sqrt(fitted.squares / weights.squaredNorm());
  return fitted;
}

/// The observations within the domain of one equation.
class Piece {
 public:
  Piece(const Domain& domain, std::vector<Observation> observations, const CostFunction& cost)
      : domain_(domain), observations_(std::move(observations)), cost_(cost) {
    for (const auto& observation : observations_)
      costs_.push_back(cost_ ? cost_(observation.parameters) : Cost{});
  }

  std::vector<FitEquation> fitted() const {
    const auto whole = best_equation();
    std::optional<std::pair<Piece, Piece>> cut;
    double squares = whole.squares * worth_a_cut;
    for_each_cut([&](Piece lower, Piece upper) {
      double both = lower.best_equation().squares;
      if (both >= squares) return;
      both += upper.best_equation().squares;
      if (both >= squares) return;
      squares = both;
      cut.emplace(std::move(lower), std::move(upper));
    });
    if (!cut) return {whole.equation};
    auto equations = cut->first.fitted();
    for (auto& equation : cut->second.fitted()) equations.push_back(std::move(equation));
    return equations;
  }

 private:
  template <class Value>
  std::set<Value> distinct(Value OperationParameters::*member) const {
    std::set<Value> values;
    for (const auto& observation : observations_) values.insert(observation.parameters.*member);
    return values;
  }

  Fitted best_equation() const {
    Fitted best;
    const auto groups = left_out_together(observations_);
    const auto consider = [&](Basis basis, int bytes_degree, int ranks_degree) {
      auto fitted = solve({.domain = domain_,
                           .basis = basis,
                           .bytes_degree = bytes_degree,
                           .ranks_degree = ranks_degree},
                          observations_, costs_, groups, best.squares);
      const bool longer = fitted.equation.coefficients.size() > best.equation.coefficients.size();
      if (fitted.squares < best.squares * (longer ? worth_its_coefficients : 1))
        best = std::move(fitted);
    };
    const int sizes = static_cast<int>(distinct(&OperationParameters::bytes).size());
    const int ranks = static_cast<int>(distinct(&OperationParameters::ranks).size());
    for (int i = 0; i <= std::min(FitEquation::degree_max, sizes - 1); ++i)
      for (int j = 0; j <= std::min(FitEquation::degree_max, ranks - 1); ++j)
        if (Terms::can_hold(i, j))
          for (const auto basis : {Basis::plain, Basis::logarithmic}) consider(basis, i, j);
    if (cost_) consider(Basis::counts, 0, 0);
    return best;
  }

  /// Calls action(lower, upper) for a cut between each two neighbouring sizes or numbers of ranks.
  template <class Action>
  void for_each_cut(Action action) const {
    cut_at(
        &OperationParameters::bytes, &Domain::bytes,
        [](auto low, auto high) {
          const double middle = std::sqrt(static_cast<double>(low) * static_cast<double>(high));
          return std::max(low + 1, static_cast<std::int64_t>(std::ceil(middle)));
        },
        action);
    cut_at(
        &OperationParameters::ranks, &Domain::ranks,
        [](auto low, auto high) { return (low + high + 1) / 2; }, action);
  }

  template <class Value, class Between, class Action>
  void cut_at(Value OperationParameters::*member, HalfOpen<Value> Domain::*range, Between between,
              Action action) const {
    const auto values = distinct(member);
    for (auto high = values.begin(); high != values.end(); ++high) {
      if (high == values.begin()) continue;
      std::vector<Observation> below, above;
      for (const auto& observation : observations_)
        (observation.parameters.*member < *high ? below : above).push_back(observation);
      if (std::min(below.size(), above.size()) < observations_min) continue;
      Domain lower = domain_, upper = domain_;
      (lower.*range).end = (upper.*range).begin = between(*std::prev(high), *high);
      action(Piece(lower, std::move(below), cost_), Piece(upper, std::move(above), cost_));
    }
  }

  Domain domain_;
  std::vector<Observation> observations_;
  const CostFunction& cost_;
  std::vector<Cost> costs_;
};

Domain measured_domain(const std::vector<Observation>& observations) {
  const auto [fewest, most] = std::ranges::minmax_element(
      observations, {}, [](const auto& row) { return row.parameters.ranks; });
  const auto [shortest, longest] = std::ranges::minmax_element(
      observations, {}, [](const auto& row) { return row.parameters.bytes; });
  return {.ranks = {fewest->parameters.ranks, most->parameters.ranks + 1},
          .bytes = {shortest->parameters.bytes, longest->parameters.bytes + 1}};
}

}  // namespace

std::vector<FitEquation> fit(std::vector<Observation> observations, const CostFunction& cost) {
  if (observations.size() < observations_min)
    throw UsageError(fmt::format("a fit equation needs {} measured points or more, found {}",
                                 observations_min, observations.size()));
  const auto domain = measured_domain(observations);
  return Piece(domain, std::move(observations), cost).fitted();
}

double expected_us(std::span<const FitEquation> equations, const OperationParameters& parameters,
                   const CostFunction& cost) {
  const auto* equation = equation_for(equations, parameters);
  if (!equation) return std::numeric_limits<double>::infinity();
  return evaluate(*equation, parameters, cost ? cost(parameters) : Cost{});
}

}  // namespace tutti
