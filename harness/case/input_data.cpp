#include "harness/case/input_data.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "contract/splitmix.hpp"
#include "harness/case/floating.hpp"
#include "harness/case/operator_semantics.hpp"

namespace tutti {
namespace {

/// The position and rank of an element, which determine its random bits.
struct ElementPlace {
  std::uint64_t position_key;  ///< the same at all ranks
  std::int64_t position;
  int rank;
  int ranks;

  RandomSequence draws() const {
    return RandomSequence(mix(position_key, static_cast<std::uint64_t>(rank)));
  }
  /// Returns bits that differ between any two ranks also in the low bits, for narrow types.
  std::uint64_t distinct(std::uint64_t salt = 0) const {
    return mix(position_key, ~salt) + static_cast<std::uint64_t>(rank) * 0x9e3779b97f4a7c15;
  }
};

template <typename T>
constexpr int mantissa_bits = std::min(significand_bits<T>, 63);

/// Returns an arbitrary value, with all bits of the type in use.
template <typename T>
T arbitrary(const ElementPlace& spot, std::uint64_t salt = 0) {
  if constexpr (is_pair<T>)
    return {arbitrary<PairValue<T>>(spot), static_cast<int>(spot.distinct(1))};
  else if constexpr (is_complex<T>)
    return {arbitrary<typename T::value_type>(spot), arbitrary<typename T::value_type>(spot, 1)};
  else if constexpr (is_floating<T>) {
    const auto mantissa = spot.distinct(salt) % (std::uint64_t{1} << mantissa_bits<T>);
    T magnitude = scaled(static_cast<T>(mantissa), -mantissa_bits<T> / 2);
    if constexpr (std::is_same_v<T, Float128>)
      magnitude +=
          scaled(static_cast<T>(spot.distinct(salt + 2) >> 15), -49 - mantissa_bits<T> / 2);
    return spot.draws().coin() ? -magnitude : magnitude;
  } else if constexpr (std::is_same_v<T, Boolean>)
    return {static_cast<std::uint8_t>(spot.draws().coin())};
  else
    return static_cast<T>(spot.distinct(salt));
}

/// Returns the largest magnitude up to which every integer is a value of the type.
template <typename T>
constexpr std::uint64_t largest_exact() {
  if constexpr (is_integer<T>)
    return static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  else
    return std::uint64_t{1} << mantissa_bits<T>;
}

template <typename T>
T with_sign(std::uint64_t magnitude, bool negative) {
  const T value = static_cast<T>(magnitude);
  if constexpr (std::is_signed_v<T> || is_floating<T>)
    return negative ? static_cast<T>(-value) : value;
  else
    return value;
}

/// Returns an addend so small that the magnitudes of all ranks add up to an exact value. With more
/// ranks than the type has values, only some ranks have an addend other than 0 at a position.
template <typename T>
T summand(const ElementPlace& spot, std::uint64_t salt = 0) {
  const auto ranks = static_cast<std::uint64_t>(spot.ranks);
  const std::uint64_t bound = largest_exact<T>() / ranks;
  RandomSequence draws(spot.draws().next() + salt);
  if (bound > 0) return with_sign<T>(1 + draws.below(bound), draws.coin());
  const std::uint64_t stride = (ranks + largest_exact<T>() - 1) / largest_exact<T>();
  const bool takes_part = (static_cast<std::uint64_t>(spot.position + spot.rank) % stride) == 0;
  return takes_part ? with_sign<T>(1, draws.coin()) : T{0};
}

/// Returns whether the rank contributes a factor above one at this position. Only as many ranks do
/// as keep a product of such factors within `limit`, the exactly representable range.
bool contributes_factor(const ElementPlace& spot, std::uint64_t limit, double largest_factor) {
  const auto room =
      static_cast<int>(std::log(static_cast<double>(limit)) / std::log(largest_factor));
  const int stride = (spot.ranks + room - 1) / room;
  return (spot.position + spot.rank) % stride == 0;
}

template <typename T>
T factor(const ElementPlace& spot) {
  RandomSequence draws = spot.draws();
  if constexpr (is_complex<T>) {
    using Real = typename T::value_type;
    // Gaussian integers: i^k, or i^k (2 + i), whose magnitude is the square root of five.
    T value =
        contributes_factor(spot, largest_exact<Real>(), std::sqrt(5.0) + 0.01) ? T(2, 1) : T(1);
    for (auto turns = draws.below(4); turns > 0; --turns) value = T(-value.imag(), value.real());
    return value;
  } else {
    const bool large = contributes_factor(spot, largest_exact<T>(), 3.0);
    const T value = with_sign<T>(large ? 2 + draws.below(2) : 1, draws.coin());
    if constexpr (is_floating<T>) {
      const int exponent = std::min(8, 100 / spot.ranks);
      const auto shift =
          static_cast<int>(draws.below(static_cast<std::uint64_t>(2 * exponent + 1)));
      return scaled(value, shift - exponent);
    } else {
      return value;
    }
  }
}

template <typename T>
T true_value(RandomSequence& draws) {
  if constexpr (std::is_same_v<T, Boolean>)
    return {1};
  else {
    // Values other than 1 as well, and now and then one with a low byte of 0.
    const std::uint64_t bits = draws.next();
    const T value = static_cast<T>(draws.below(4) == 0 ? bits << 8 : bits);
    return truth(value) ? value : T{2};
  }
}

/// Returns a logical value: rarely false for land, mostly false for lor, so that both results occur
/// with any number of ranks.
template <typename T>
T logical(Operator op, const ElementPlace& spot) {
  RandomSequence draws = spot.draws();
  const auto odds = static_cast<std::uint64_t>(spot.ranks) + 1;
  const bool rare = draws.below(odds) == 0;
  const bool value = op == Operator::land ? !rare : op == Operator::lor ? rare : draws.coin();
  return value ? true_value<T>(draws) : T{};
}

/// Returns bits: mostly ones for band, rarely ones for bor, so that both results occur with any
/// number of ranks.
template <typename T>
T bits(Operator op, const ElementPlace& spot) {
  if (op == Operator::bxor) return arbitrary<T>(spot);
  RandomSequence draws = spot.draws();
  std::uint64_t rare = ~std::uint64_t{0};
  for (int i = std::bit_width(static_cast<unsigned>(spot.ranks)); i > 0; --i) rare &= draws.next();
  return static_cast<T>(op == Operator::band ? ~rare : rare);
}

/// Returns a pair. Many pairs have equal values, and the lowest rank seldom has the lowest index.
template <typename T>
T located(const ElementPlace& spot) {
  RandomSequence draws = spot.draws();
  const auto values = static_cast<std::uint64_t>(spot.ranks) / 2 + 2;
  const auto turned = (static_cast<std::uint64_t>(spot.rank) + spot.position_key % 1024) %
                      static_cast<std::uint64_t>(spot.ranks);
  return {with_sign<PairValue<T>>(draws.below(values), draws.coin()),
          static_cast<int>(turned * 16 + spot.position_key % 16)};
}

Pair<int> affine_map(const ElementPlace& spot) {
  RandomSequence draws = spot.draws();
  const auto modulus = static_cast<std::uint64_t>(affine_modulus);
  return {static_cast<int>(1 + draws.below(modulus - 1)), static_cast<int>(draws.below(modulus))};
}

/// Returns a float with all bits of its mantissa in use.
template <typename T>
T rounded(const ElementPlace& spot, int exponent_range, std::uint64_t salt = 0) {
  RandomSequence draws(spot.draws().next() + salt);
  constexpr std::uint64_t one = std::uint64_t{1} << (mantissa_bits<T> - 1);
  const T mantissa = scaled(static_cast<T>(one + draws.below(one)), -mantissa_bits<T>);
  const auto choices = static_cast<std::uint64_t>(2 * exponent_range + 1);
  const T magnitude = scaled(mantissa, static_cast<int>(draws.below(choices)) - exponent_range);
  return draws.coin() ? -magnitude : magnitude;
}

/// Returns an integer near one end of the range, the same end at all ranks, so that two overflow.
template <typename T>
T overflowing(const ElementPlace& spot) {
  const auto largest = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  const std::uint64_t magnitude = largest - spot.draws().below(largest / 4);
  return with_sign<T>(magnitude, spot.position_key % 2 == 0);
}

template <typename T>
T reduced(const Operation& operation, const ElementPlace& spot) {
  constexpr int sum_exponents = 20;
  if constexpr (is_floating<T>)
    if (operation.data == Data::rounding)
      return operation.op == Operator::sum ? rounded<T>(spot, sum_exponents)
                                           : rounded<T>(spot, std::min(8, 60 / spot.ranks));
  if constexpr (is_complex<T>) {
    using Real = typename T::value_type;
    if (operation.op == Operator::prod) return factor<T>(spot);
    if (operation.data == Data::rounding)
      return {rounded<Real>(spot, sum_exponents), rounded<Real>(spot, sum_exponents, 1)};
    return {summand<Real>(spot), summand<Real>(spot, 1)};
  } else if constexpr (is_pair<T>) {
    return located<T>(spot);
  } else if constexpr (is_integer<T> || is_floating<T>) {
    if (operation.op == Operator::sum) return summand<T>(spot);
    if (operation.op == Operator::prod) return factor<T>(spot);
  }
  return arbitrary<T>(spot);
}

/// Returns a multiple of the smallest number above zero, so that sums are exact.
template <typename T>
T subnormal(const ElementPlace& spot) {
  if constexpr (is_floating<T>) {
    return summand<T>(spot) * smallest_positive<T>();
  } else if constexpr (is_complex<T>) {
    using Real = typename T::value_type;
    return {summand<Real>(spot) * smallest_positive<Real>(),
            summand<Real>(spot, 1) * smallest_positive<Real>()};
  } else {
    throw std::logic_error("an element that has no subnormal numbers");
  }
}

template <typename T>
T element_at(const Operation& operation, const ElementPlace& spot) {
  if (operation.data == Data::subnormal) return subnormal<T>(spot);
  switch (operation.op) {
    case Operator::none:
    case Operator::left:
    case Operator::max:
    case Operator::min:
      return arbitrary<T>(spot);
    case Operator::land:
    case Operator::lor:
    case Operator::lxor:
      if constexpr (is_integer<T> || std::is_same_v<T, Boolean>)
        return logical<T>(operation.op, spot);
      break;
    case Operator::band:
    case Operator::bor:
    case Operator::bxor:
      if constexpr (is_integer<T> || std::is_same_v<T, std::byte>)
        return bits<T>(operation.op, spot);
      break;
    case Operator::user_sum:
      if constexpr (is_integer<T>) return static_cast<T>(spot.draws().below(sum_modulus<T>()));
      break;
    case Operator::affine:
      if constexpr (std::is_same_v<T, Pair<int>>) return affine_map(spot);
      break;
    case Operator::maxloc:
    case Operator::minloc:
      if constexpr (is_pair<T>) return located<T>(spot);
      break;
    case Operator::sum:
    case Operator::prod:
      if constexpr (is_integer<T>)
        if (operation.data == Data::overflow) return overflowing<T>(spot);
      return reduced<T>(operation, spot);
  }
  throw std::logic_error("an operator that is not defined on the element");
}

}  // namespace

Elements input_elements(const Problem& problem, int rank, Range positions) {
  Elements result(problem.operation.element, positions.length);
  const Operation& operation = problem.operation;
  const bool periodic = operation.data == Data::overflow;
  const auto& about = traits(operation.collective);
  const bool same_at_all_ranks = has_runs(operation) && about.reducing && !about.alone;
  const int contributor = same_at_all_ranks ? 0 : rank;
  visit_element(problem.operation.element, [&](auto tag) {
    using T = typename decltype(tag)::type;
    std::int64_t position = positions.offset;
    for (T& element : result.as<T>()) {
      const std::int64_t phase = periodic ? position % overflow_period : position;
      element = element_at<T>(operation, {mix(problem.key, static_cast<std::uint64_t>(phase)),
                                          phase, contributor, contributions(problem)});
      ++position;
    }
  });
  return result;
}

}  // namespace tutti
