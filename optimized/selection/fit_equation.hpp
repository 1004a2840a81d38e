#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "optimized/schedule/algorithm.hpp"
#include "optimized/selection/domain.hpp"

namespace tutti {

/// What the terms of a fit equation are made of.
enum class Basis {
  plain,        ///< powers of bytes and ranks
  logarithmic,  ///< powers of the logarithms of both; the equation then is for the logarithm of time
  counts,       ///< rounds, messages and bytes moved, which the algorithm states exactly
};

std::string_view name(Basis basis);
std::optional<Basis> basis_named(std::string_view name);

/// The time that a protocol takes, in microseconds, within its domain: a regression of measurements.
/// Source: selection of collective protocols (fit equations).
struct FitEquation {
  static constexpr int degree_max = 4;

  Domain domain = {};
  Basis basis = Basis::plain;
  int bytes_degree = 0;  ///< of the polynomial, up to 4; not for counts
  int ranks_degree = 0;
  double error = 0;  ///< root mean square of the relative errors at what was left out of the fit
  std::vector<double> coefficients = {};

  friend bool operator==(const FitEquation&, const FitEquation&) = default;
};

/// The terms that the coefficients stand before, in their order.
struct Terms {
  static constexpr std::size_t terms_max = 16;
  /// True if a polynomial of these degrees has no more terms than that.
  static constexpr bool are_enough_for(int bytes_degree, int ranks_degree) {
    return static_cast<std::size_t>((bytes_degree + 1) * (ranks_degree + 1)) <= terms_max;
  }
  std::array<double, terms_max> values;
  std::size_t size = 0;
};

/// The cost is that of one call, in bytes; only counts read it.
Terms terms_of(const FitEquation& equation, const OperationParameters& parameters,
               const Cost& cost);

/// So that equation_for() finds them fast.
void sort_for_search(std::vector<FitEquation>& equations);

/// The equation that the parameters are in the ranges of; null if there is none.
const FitEquation* equation_for(std::span<const FitEquation> equations,
                                const OperationParameters& parameters);

/// The time in microseconds.
double evaluate(const FitEquation& equation, const OperationParameters& parameters,
                const Cost& cost);

}  // namespace tutti
