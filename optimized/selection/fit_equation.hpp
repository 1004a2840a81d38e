#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "optimized/schedule/algorithm.hpp"
#include "optimized/selection/operation_parameters.hpp"

namespace tutti {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

/// A half-open range: begin is inside, end is not.
template <class Value>
struct HalfOpen {
  Value begin;
  Value end;

  bool contains(Value value) const { return value >= begin && value < end; }
  bool overlaps(const HalfOpen& other) const { return begin < other.end && other.begin < end; }
  friend bool operator==(const HalfOpen&, const HalfOpen&) = default;
};

/// The numbers of ranks and bytes that a rule or an equation of a collective holds for.
struct Domain {
  HalfOpen<int> ranks{1, 2};
  HalfOpen<std::int64_t> bytes{0, unlimited};  ///< of one block, as in result files

  bool contains(const OperationParameters& parameters) const {
    return ranks.contains(parameters.ranks) && bytes.contains(parameters.bytes);
  }
  bool overlaps(const Domain& other) const {
    return ranks.overlaps(other.ranks) && bytes.overlaps(other.bytes);
  }
  friend bool operator==(const Domain&, const Domain&) = default;
};

/// The quantities that the terms of a fit equation are made of.
enum class Basis {
  plain,        ///< powers of bytes and ranks
  logarithmic,  ///< powers of the logarithms of both; the equation is for the logarithm of time
  counts,       ///< rounds, messages and bytes moved, which the algorithm states exactly
};

std::string_view name(Basis basis);
std::optional<Basis> basis_named(std::string_view name);

/// An equation for the time of a protocol, in microseconds, within its domain: a regression of
/// measurements.
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

/// The values of the terms of an equation, in the order of its coefficients.
struct Terms {
  static constexpr std::size_t terms_max = 16;
  /// Returns true if a polynomial of these degrees has at most terms_max terms.
  static constexpr bool can_hold(int bytes_degree, int ranks_degree) {
    return static_cast<std::size_t>((bytes_degree + 1) * (ranks_degree + 1)) <= terms_max;
  }
  std::array<double, terms_max> values;
  std::size_t size = 0;
};

/// Returns the terms of an equation. The cost is that of one call, in bytes; only Basis::counts
/// reads it.
Terms terms_of(const FitEquation& equation, const OperationParameters& parameters,
               const Cost& cost);

/// Sorts equations so that equation_for() finds them fast.
void sort_for_search(std::vector<FitEquation>& equations);

/// Returns the equation whose domain contains the parameters; null if there is none.
const FitEquation* equation_for(std::span<const FitEquation> equations,
                                const OperationParameters& parameters);

/// Returns the time in microseconds.
double evaluate(const FitEquation& equation, const OperationParameters& parameters,
                const Cost& cost);

}  // namespace tutti
