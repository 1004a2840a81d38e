#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <type_traits>

#include "harness/case/element.hpp"
#include "harness/case/floating.hpp"

namespace tutti {

/// Returns the modulus of user_sum: the largest prime below the maximum of the signed type of that
/// width, or of 32 bits for wider types.
template <typename T>
constexpr std::uint64_t sum_modulus() {
  if constexpr (sizeof(T) == 1) return 113;
  if constexpr (sizeof(T) == 2) return 32749;
  return 2147483629;
}

/// The prime modulus of the coefficients of affine maps.
constexpr std::int64_t affine_modulus = 2147483647;

/// Returns the map that applies the left map x -> value * x + index first, then the right one.
inline Pair<int> compose(const Pair<int>& left, const Pair<int>& right) {
  const std::int64_t slope = std::int64_t{left.value} * right.value % affine_modulus;
  const std::int64_t constant =
      (std::int64_t{left.index} * right.value + right.index) % affine_modulus;
  return {static_cast<int>(slope), static_cast<int>(constant)};
}

/// Returns whether a value counts as true in a logical operation.
template <typename T>
bool truth(const T& value) {
  if constexpr (std::is_same_v<T, Boolean>)
    return value.value != 0;
  else
    return value != T{};
}

namespace detail {

template <typename T>
T combine_numbers(Operator op, T left, T right) {
  switch (op) {
    case Operator::sum:
      return static_cast<T>(left + right);
    case Operator::prod:
      return static_cast<T>(left * right);
    default:
      throw std::logic_error("an operator that numbers do not have");
  }
}

template <typename T>
T combine_ordered(Operator op, T left, T right) {
  switch (op) {
    case Operator::max:
      return std::max(left, right);
    case Operator::min:
      return std::min(left, right);
    default:
      return combine_numbers(op, left, right);
  }
}

template <typename T>
T combine_logical(Operator op, T left, T right) {
  switch (op) {
    case Operator::land:
      return T{truth(left) && truth(right)};
    case Operator::lor:
      return T{truth(left) || truth(right)};
    case Operator::lxor:
      return T{truth(left) != truth(right)};
    default:
      throw std::logic_error("an operator that logical values do not have");
  }
}

template <typename T>
T combine_bits(Operator op, T left, T right) {
  switch (op) {
    case Operator::band:
      return static_cast<T>(left & right);
    case Operator::bor:
      return static_cast<T>(left | right);
    case Operator::bxor:
      return static_cast<T>(left ^ right);
    default:
      throw std::logic_error("an operator that bits do not have");
  }
}

template <typename T>
T combine_integers(Operator op, T left, T right) {
  switch (op) {
    case Operator::land:
    case Operator::lor:
    case Operator::lxor:
      return combine_logical(op, left, right);
    case Operator::band:
    case Operator::bor:
    case Operator::bxor:
      return combine_bits(op, left, right);
    case Operator::user_sum:
      return static_cast<T>((static_cast<std::uint64_t>(left) + static_cast<std::uint64_t>(right)) %
                            sum_modulus<T>());
    default:
      return combine_ordered(op, left, right);
  }
}

/// Returns the pair with the greater (maxloc) or lesser (minloc) value, with the lower index if the
/// values are equal.
template <typename T>
T combine_located(Operator op, const T& left, const T& right) {
  if (left.value == right.value) return {left.value, std::min(left.index, right.index)};
  return (op == Operator::maxloc) == (left.value > right.value) ? left : right;
}

}  // namespace detail

/// Returns left op right, where `left` comes from lower ranks. The operator must be defined on the
/// element of T (see defined_on).
template <typename T>
T combine(Operator op, const T& left, const T& right) {
  if (op == Operator::left) return left;
  if constexpr (std::is_same_v<T, Pair<int>>)
    if (op == Operator::affine) return compose(left, right);

  if constexpr (is_pair<T>)
    return detail::combine_located(op, left, right);
  else if constexpr (is_integer<T>)
    return detail::combine_integers(op, left, right);
  else if constexpr (is_floating<T>)
    return detail::combine_ordered(op, left, right);
  else if constexpr (is_complex<T>)
    return detail::combine_numbers(op, left, right);
  else if constexpr (std::is_same_v<T, Boolean>)
    return detail::combine_logical(op, left, right);
  else if constexpr (std::is_same_v<T, std::byte>)
    return detail::combine_bits(op, left, right);
  else
    throw std::logic_error("an operator that characters do not have");
}

}  // namespace tutti
