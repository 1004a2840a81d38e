#include "optimized/selection/fit_equation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tutti {
namespace {

constexpr std::array<std::string_view, 3> basis_names{"plain", "logarithmic", "counts"};

/// Unit of bytes in terms without logarithms: their powers stay near 1.
constexpr double plain_bytes = 1 << 20;

Terms counts(const Cost& cost) {
  return {.values = {1, static_cast<double>(cost.rounds), static_cast<double>(cost.messages),
                     static_cast<double>(cost.units) / plain_bytes},
          .size = 4};
}

/// Returns x^i y^j for all i and j up to their degrees: the time of a byte depends on the ranks.
Terms polynomial(double x, double y, int x_degree, int y_degree) {
  Terms terms;
  double y_power = 1;
  for (int j = 0; j <= y_degree; ++j, y_power *= y) {
    double power = y_power;
    for (int i = 0; i <= x_degree; ++i, power *= x) terms.values[terms.size++] = power;
  }
  return terms;
}

}  // namespace

std::string_view name(Basis basis) { return basis_names[static_cast<std::size_t>(basis)]; }

std::optional<Basis> basis_named(std::string_view name) {
  const auto found = std::ranges::find(basis_names, name);
  if (found == basis_names.end()) return std::nullopt;
  return static_cast<Basis>(found - basis_names.begin());
}

Terms terms_of(const FitEquation& equation, const OperationParameters& parameters,
               const Cost& cost) {
  const auto bytes = static_cast<double>(parameters.bytes);
  switch (equation.basis) {
    case Basis::counts:
      return counts(cost);
    case Basis::plain:
      return polynomial(bytes / plain_bytes, parameters.ranks, equation.bytes_degree,
                        equation.ranks_degree);
    case Basis::logarithmic:
      return polynomial(std::log2(1 + bytes), std::log2(parameters.ranks), equation.bytes_degree,
                        equation.ranks_degree);
  }
  return {};
}

void sort_for_search(std::vector<FitEquation>& equations) {
  std::ranges::sort(equations, {}, [](const FitEquation& equation) {
    return std::pair(equation.domain.ranks.begin, equation.domain.bytes.begin);
  });
}

/// Searches by bisection, which finds domains in columns, one for each range of ranks, if they are
/// sorted; else searches all.
const FitEquation* equation_for(std::span<const FitEquation> equations,
                                const OperationParameters& parameters) {
  const auto [collective, ranks, bytes] = parameters;
  const auto precedes = [=](const FitEquation& equation) {
    const auto& [of_ranks, of_bytes] = equation.domain;
    return of_ranks.end <= ranks || (of_ranks.begin <= ranks && of_bytes.end <= bytes);
  };
  const auto holds = [&](const FitEquation& equation) {
    return equation.domain.contains(parameters);
  };
  auto found = std::ranges::partition_point(equations, precedes);
  if (found == equations.end() || !holds(*found)) found = std::ranges::find_if(equations, holds);
  return found == equations.end() ? nullptr : &*found;
}

double evaluate(const FitEquation& equation, const OperationParameters& parameters,
                const Cost& cost) {
  const auto terms = terms_of(equation, parameters, cost);
  double sum = 0;
  for (std::size_t i = 0; i < terms.size; ++i) sum += equation.coefficients[i] * terms.values[i];
  return equation.basis == Basis::logarithmic ? std::exp2(sum) : sum;
}

}  // namespace tutti
