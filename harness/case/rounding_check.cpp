#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <vector>

#include "harness/case/input_data.hpp"
#include "harness/case/oracle.hpp"
#include "harness/case/result_check.hpp"

namespace tutti {
namespace {

/// Returns Higham's gamma: the largest relative error of that number of roundings.
long double gamma(int roundings, long double unit) {
  const long double error = static_cast<long double>(roundings) * unit;
  return error / (1 - error);
}

template <typename Real>
constexpr long double unit_roundoff = std::numeric_limits<Real>::epsilon() / 2.0L;

/// A sum in twice the precision of long double (Knuth's error-free addition), and the sum of the
/// magnitudes that its error bound needs.
class Sum {
 public:
  void take(long double value) {
    const long double sum = sum_ + value;
    const long double added = sum - sum_;
    error_ += (sum_ - (sum - added)) + (value - added);
    sum_ = sum;
    magnitudes_ += std::abs(value);
  }
  long double value() const { return sum_ + error_; }
  /// Returns the error bound of additions in any order, in the given precision.
  long double bound(int roundings, long double unit) const {
    return gamma(roundings, unit) * magnitudes_;
  }

 private:
  long double sum_ = 0, error_ = 0, magnitudes_ = 0;
};

/// A product in long double.
class Product {
 public:
  void take(long double value) { product_ *= value; }
  long double value() const { return product_; }
  /// Returns the error bound. The product here is rounded as often as that of the library.
  long double bound(int roundings, long double unit) const {
    return (gamma(roundings, unit) + gamma(roundings, unit_roundoff<long double>)) *
           std::abs(product_);
  }

 private:
  long double product_ = 1;
};

/// Accumulates, for every `Real` component at every position, the elements of all ranks of the
/// piece.
template <typename Real, typename Accumulator>
std::vector<Accumulator> accumulate(const Problem& problem, const Piece& piece,
                                    std::size_t components) {
  std::vector<Accumulator> results(static_cast<std::size_t>(piece.positions.length) * components);
  for (int rank = piece.first_rank; rank < piece.end_rank; ++rank) {
    const Elements input = input_elements(problem, rank, piece.positions);
    const auto* values = reinterpret_cast<const Real*>(input.data());
    for (std::size_t i = 0; i < results.size(); ++i) results[i].take(values[i]);
  }
  return results;
}

/// Whether results of the type are judged: not those that are wider than long double.
template <typename T>
constexpr bool is_judged = std::is_floating_point_v<T> &&
                           (std::is_same_v<T, long double> || !std::is_same_v<T, Float128>);

template <typename Real, typename Accumulator>
std::optional<Mismatch> compare(const Problem& problem, int rank, const Piece& piece,
                                const Elements& got, std::size_t components) {
  const auto results = accumulate<Real, Accumulator>(problem, piece, components);
  const auto* values = reinterpret_cast<const Real*>(got.data());
  const int roundings = piece.end_rank - piece.first_rank - 1;
  std::optional<Mismatch> found;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const long double exact = results[i].value();
    const long double bound = results[i].bound(roundings, unit_roundoff<Real>);
    // The value that is taken as exact is itself rounded to long double.
    const long double slack = roundings > 0 ? unit_roundoff<long double> * std::abs(exact) : 0;
    if (std::abs(static_cast<long double>(values[i]) - exact) <= bound + slack) continue;
    if (found) {
      ++found->more;
      continue;
    }
    found = Mismatch{.fault = Fault::wrong_result,
                     .rank = rank,
                     .element = static_cast<std::int64_t>(i / components),
                     .expected = fmt::format("{:.20g} within {:.3g}", exact, bound),
                     .got = fmt::format("{:.20g}", values[i])};
  }
  return found;
}

}  // namespace

std::optional<Mismatch> detail::judge_rounding(const Problem& problem, int rank,
                                               const Elements& got) {
  const auto pieces = defined_result(problem, rank);
  if (pieces.empty()) return std::nullopt;
  const Piece& piece = pieces.front();  // a reduction has one piece
  return visit_element(got.element(), [&](auto tag) -> std::optional<Mismatch> {
    using T = typename decltype(tag)::type;
    if constexpr (is_judged<T>) {
      if (problem.operation.op == Operator::prod)
        return compare<T, Product>(problem, rank, piece, got, 1);
      return compare<T, Sum>(problem, rank, piece, got, 1);
    } else if constexpr (is_complex<T>) {
      return compare<typename T::value_type, Sum>(problem, rank, piece, got, 2);
    } else {
      throw std::logic_error("rounding of an element that is exact");
    }
  });
}

}  // namespace tutti
