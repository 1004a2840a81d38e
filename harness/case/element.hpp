#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "contract/float128.hpp"
#include "harness/case/case.hpp"

namespace tutti {

/// An operand of MPI_MAXLOC and MPI_MINLOC, with the memory layout of MPI's pair types.
template <typename V>
struct Pair {
  V value;
  int index;

  friend bool operator==(const Pair&, const Pair&) = default;
};

/// The element of MPI_C_BOOL. Unlike a bool, it can hold any byte.
struct Boolean {
  std::uint8_t value;

  friend bool operator==(const Boolean&, const Boolean&) = default;
};

enum class ElementClass { integer, floating, complex, logical, byte, character, pair };

template <typename T>
inline constexpr bool is_pair = false;
template <typename V>
inline constexpr bool is_pair<Pair<V>> = true;

template <typename T>
inline constexpr bool is_complex = false;
template <typename R>
inline constexpr bool is_complex<std::complex<R>> = true;

template <typename T>
inline constexpr bool is_integer = std::is_integral_v<T> && !std::is_same_v<T, char>;

/// The C++ type of the value of a pair.
template <typename T>
using PairValue = decltype(T::value);

/// Copies a value without the padding of a pair, which is not part of a message.
template <typename T>
void assign(T& target, const T& source) {
  if constexpr (is_pair<T>) {
    target.value = source.value;
    target.index = source.index;
  } else {
    target = source;
  }
}

template <typename T>
struct TypeTag {
  using type = T;
};

/// Calls visitor(TypeTag<T>{}) with the C++ type of the element.
template <typename Visitor>
decltype(auto) visit_element(Element element, Visitor&& visitor) {
  switch (element) {
    case Element::int8:
      return visitor(TypeTag<std::int8_t>{});
    case Element::int16:
      return visitor(TypeTag<std::int16_t>{});
    case Element::int32:
      return visitor(TypeTag<std::int32_t>{});
    case Element::int64:
      return visitor(TypeTag<std::int64_t>{});
    case Element::uint8:
      return visitor(TypeTag<std::uint8_t>{});
    case Element::uint16:
      return visitor(TypeTag<std::uint16_t>{});
    case Element::uint32:
      return visitor(TypeTag<std::uint32_t>{});
    case Element::uint64:
      return visitor(TypeTag<std::uint64_t>{});
    case Element::float32:
      return visitor(TypeTag<float>{});
    case Element::float64:
      return visitor(TypeTag<double>{});
    case Element::long_double:
      return visitor(TypeTag<long double>{});
    case Element::byte:
      return visitor(TypeTag<std::byte>{});
    case Element::character:
      return visitor(TypeTag<char>{});
    case Element::boolean:
      return visitor(TypeTag<Boolean>{});
    case Element::complex64:
      return visitor(TypeTag<std::complex<float>>{});
    case Element::complex128:
      return visitor(TypeTag<std::complex<double>>{});
    case Element::short_int:
      return visitor(TypeTag<Pair<short>>{});
    case Element::int_int:
      return visitor(TypeTag<Pair<int>>{});
    case Element::long_int:
      return visitor(TypeTag<Pair<long>>{});
    case Element::float_int:
      return visitor(TypeTag<Pair<float>>{});
    case Element::double_int:
      return visitor(TypeTag<Pair<double>>{});
    case Element::long_double_int:
      return visitor(TypeTag<Pair<long double>>{});
    case Element::float128:
      return visitor(TypeTag<Float128>{});
  }
  throw std::logic_error("an element without a C++ type");
}

ElementClass class_of(Element element);
/// Returns the bytes from one element of an array to the next: MPI's extent.
std::int64_t bytes_of(Element element);
/// Returns the bytes of an element in a message: MPI's size, which excludes the padding of pairs.
std::int64_t packed_bytes_of(Element element);
/// Returns whether elements have bytes that are not part of a message.
bool has_padding(Element element);
/// Returns the alignment of an element, in bytes.
std::int64_t alignment_of(Element element);

/// A packed message: an array of elements of a type that is known at run time.
class Elements {
 public:
  explicit Elements(Element element, std::int64_t count = 0)
      : element_(element), count_(count), bytes_(size_in_bytes(element, count)) {}

  Element element() const { return element_; }
  std::int64_t count() const { return count_; }
  /// Drops all elements behind the first `count`.
  void truncate(std::int64_t count);
  /// Appends elements of the same type.
  void append(const Elements& more);

  const std::byte* data() const { return bytes_.data(); }
  /// Returns the elements as an array. T must be the C++ type of element().
  template <typename T>
  std::span<T> as() {
    return {reinterpret_cast<T*>(bytes_.data()), static_cast<std::size_t>(count_)};
  }
  template <typename T>
  std::span<const T> as() const {
    return {reinterpret_cast<const T*>(bytes_.data()), static_cast<std::size_t>(count_)};
  }

 private:
  static std::size_t size_in_bytes(Element element, std::int64_t count) {
    return static_cast<std::size_t>(count * bytes_of(element));
  }

  Element element_;
  std::int64_t count_;
  std::vector<std::byte> bytes_;
};

/// Returns one element as readable text.
std::string text_of(const Elements& elements, std::int64_t index);

/// Returns a digest of the values, without padding.
std::uint64_t digest(const Elements& elements);

}  // namespace tutti
