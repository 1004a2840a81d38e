#include "harness/case/element.hpp"

#include <fmt/core.h>

#include <cstring>

#include "contract/splitmix.hpp"
#include "harness/case/floating.hpp"

namespace tutti {
namespace {

template <typename T>
constexpr ElementClass class_of_type() {
  if constexpr (is_integer<T>) return ElementClass::integer;
  if constexpr (is_floating<T>) return ElementClass::floating;
  if constexpr (is_complex<T>) return ElementClass::complex;
  if constexpr (is_pair<T>) return ElementClass::pair;
  if constexpr (std::is_same_v<T, Boolean>) return ElementClass::logical;
  if constexpr (std::is_same_v<T, std::byte>) return ElementClass::byte;
  return ElementClass::character;
}

template <typename T>
constexpr std::size_t packed_bytes() {
  if constexpr (is_pair<T>) return sizeof(PairValue<T>) + sizeof(int);
  return sizeof(T);
}

/// Returns a hash of the bits of a value, without padding. An x87 long double uses ten of its
/// sixteen bytes.
template <typename T>
std::uint64_t fingerprint(const T& value) {
  if constexpr (is_pair<T>) {
    return mix(fingerprint(value.value), static_cast<std::uint64_t>(value.index));
  } else if constexpr (is_complex<T>) {
    return mix(fingerprint(value.real()), fingerprint(value.imag()));
  } else {
    constexpr std::size_t bytes = std::is_same_v<T, long double> ? 10 : sizeof(T);
    std::uint64_t words[2] = {0, 0};
    std::memcpy(words, &value, bytes);
    return mix(words[0], words[1]);
  }
}

template <typename T>
std::string text(const T& value) {
  if constexpr (is_pair<T>)
    return fmt::format("({}, {})", text(value.value), value.index);
  else if constexpr (is_complex<T>)
    return fmt::format("({}, {})", text(value.real()), text(value.imag()));
  else if constexpr (std::is_same_v<T, Float128>)
    return fmt::format("{:.21g} ({:#018x})", static_cast<long double>(value), fingerprint(value));
  else if constexpr (std::is_floating_point_v<T>)
    return fmt::format("{:.{}g}", value, std::numeric_limits<T>::max_digits10);
  else if constexpr (std::is_same_v<T, Boolean>)
    return fmt::format("{}", value.value);
  else if constexpr (std::is_same_v<T, std::byte>)
    return fmt::format("{:#04x}", static_cast<unsigned>(value));
  else
    return fmt::format("{}", static_cast<std::common_type_t<T, int>>(value));
}

}  // namespace

ElementClass class_of(Element element) {
  return visit_element(element,
                       [](auto tag) { return class_of_type<typename decltype(tag)::type>(); });
}

std::int64_t bytes_of(Element element) {
  return visit_element(element, [](auto tag) {
    return static_cast<std::int64_t>(sizeof(typename decltype(tag)::type));
  });
}

std::int64_t packed_bytes_of(Element element) {
  return visit_element(element, [](auto tag) {
    return static_cast<std::int64_t>(packed_bytes<typename decltype(tag)::type>());
  });
}

bool has_padding(Element element) { return packed_bytes_of(element) < bytes_of(element); }

std::int64_t alignment_of(Element element) {
  return visit_element(element, [](auto tag) {
    return static_cast<std::int64_t>(alignof(typename decltype(tag)::type));
  });
}

void Elements::truncate(std::int64_t count) {
  count_ = count;
  bytes_.resize(size_in_bytes(element_, count));
}

void Elements::append(const Elements& more) {
  bytes_.insert(bytes_.end(), more.bytes_.begin(), more.bytes_.end());
  count_ += more.count_;
}

std::string text_of(const Elements& elements, std::int64_t index) {
  return visit_element(elements.element(), [&](auto tag) {
    return text(elements.as<typename decltype(tag)::type>()[static_cast<std::size_t>(index)]);
  });
}

std::uint64_t digest(const Elements& elements) {
  return visit_element(elements.element(), [&](auto tag) {
    std::uint64_t key = static_cast<std::uint64_t>(elements.count());
    for (const auto& value : elements.as<typename decltype(tag)::type>())
      key = mix(key, fingerprint(value));
    return key;
  });
}

}  // namespace tutti
