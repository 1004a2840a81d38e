#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/case/case.hpp"

namespace tutti {

/// One enumerator and the name that users see.
template <typename Enum>
struct NamedEnumerator {
  Enum value;
  std::string_view name;
};

/// The enumerators of an enumeration with their names: one specialization per enumeration.
template <typename Enum>
inline constexpr NamedEnumerator<Enum> enum_names[] = {};

template <>
inline constexpr NamedEnumerator<Element> enum_names<Element>[] = {
    {Element::int8, "int8"},
    {Element::int16, "int16"},
    {Element::int32, "int32"},
    {Element::int64, "int64"},
    {Element::uint8, "uint8"},
    {Element::uint16, "uint16"},
    {Element::uint32, "uint32"},
    {Element::uint64, "uint64"},
    {Element::float32, "float32"},
    {Element::float64, "float64"},
    {Element::long_double, "long_double"},
    {Element::byte, "byte"},
    {Element::character, "character"},
    {Element::boolean, "boolean"},
    {Element::complex64, "complex64"},
    {Element::complex128, "complex128"},
    {Element::short_int, "short_int"},
    {Element::int_int, "int_int"},
    {Element::long_int, "long_int"},
    {Element::float_int, "float_int"},
    {Element::double_int, "double_int"},
    {Element::long_double_int, "long_double_int"},
    {Element::float128, "float128"},
};

template <>
inline constexpr NamedEnumerator<Layout> enum_names<Layout>[] = {
    {Layout::plain, "plain"},
    {Layout::whole, "whole"},
    {Layout::vector, "vector"},
    {Layout::indexed, "indexed"},
    {Layout::gaps, "gaps"},
    {Layout::shifted, "shifted"},
    {Layout::reversed, "reversed"},
    {Layout::resized, "resized"},
    {Layout::interleaved, "interleaved"},
    {Layout::hollow, "hollow"},
};

template <>
inline constexpr NamedEnumerator<Operator> enum_names<Operator>[] = {
    {Operator::none, "none"},     {Operator::sum, "sum"},           {Operator::prod, "prod"},
    {Operator::max, "max"},       {Operator::min, "min"},           {Operator::land, "land"},
    {Operator::band, "band"},     {Operator::lor, "lor"},           {Operator::bor, "bor"},
    {Operator::lxor, "lxor"},     {Operator::bxor, "bxor"},         {Operator::maxloc, "maxloc"},
    {Operator::minloc, "minloc"}, {Operator::user_sum, "user_sum"}, {Operator::affine, "affine"},
    {Operator::left, "left"},
};

template <>
inline constexpr NamedEnumerator<InPlace> enum_names<InPlace>[] = {
    {InPlace::no, "no"},
    {InPlace::yes, "yes"},
};

template <>
inline constexpr NamedEnumerator<Data> enum_names<Data>[] = {
    {Data::exact, "exact"},
    {Data::rounding, "rounding"},
    {Data::overflow, "overflow"},
    {Data::subnormal, "subnormal"},
};

template <>
inline constexpr NamedEnumerator<TypeName> enum_names<TypeName>[] = {
    {TypeName::usual, "usual"},
    {TypeName::signed_char, "MPI_SIGNED_CHAR"},
    {TypeName::integer1, "MPI_INTEGER1"},
    {TypeName::short_name, "MPI_SHORT"},
    {TypeName::integer2, "MPI_INTEGER2"},
    {TypeName::int_name, "MPI_INT"},
    {TypeName::integer, "MPI_INTEGER"},
    {TypeName::integer4, "MPI_INTEGER4"},
    {TypeName::wchar, "MPI_WCHAR"},
    {TypeName::long_name, "MPI_LONG"},
    {TypeName::long_long, "MPI_LONG_LONG"},
    {TypeName::integer8, "MPI_INTEGER8"},
    {TypeName::aint, "MPI_AINT"},
    {TypeName::offset, "MPI_OFFSET"},
    {TypeName::count, "MPI_COUNT"},
    {TypeName::unsigned_char, "MPI_UNSIGNED_CHAR"},
    {TypeName::unsigned_short, "MPI_UNSIGNED_SHORT"},
    {TypeName::unsigned_int, "MPI_UNSIGNED"},
    {TypeName::unsigned_long, "MPI_UNSIGNED_LONG"},
    {TypeName::unsigned_long_long, "MPI_UNSIGNED_LONG_LONG"},
    {TypeName::real, "MPI_REAL"},
    {TypeName::real4, "MPI_REAL4"},
    {TypeName::double_precision, "MPI_DOUBLE_PRECISION"},
    {TypeName::real8, "MPI_REAL8"},
    {TypeName::character_name, "MPI_CHARACTER"},
    {TypeName::cxx_bool, "MPI_CXX_BOOL"},
    {TypeName::complex, "MPI_COMPLEX"},
    {TypeName::complex8, "MPI_COMPLEX8"},
    {TypeName::cxx_float_complex, "MPI_CXX_FLOAT_COMPLEX"},
    {TypeName::double_complex, "MPI_DOUBLE_COMPLEX"},
    {TypeName::complex16, "MPI_COMPLEX16"},
    {TypeName::cxx_double_complex, "MPI_CXX_DOUBLE_COMPLEX"},
    {TypeName::two_integer, "MPI_2INTEGER"},
    {TypeName::packed, "MPI_PACKED"},
    {TypeName::real16, "MPI_REAL16"},
};

template <>
inline constexpr NamedEnumerator<Group> enum_names<Group>[] = {
    {Group::world, "world"},
    {Group::duplicate, "duplicate"},
    {Group::reversed, "reversed"},
    {Group::interleaved, "interleaved"},
    {Group::grid, "grid"},
    {Group::halves, "halves"},
    {Group::line, "line"},
    {Group::box, "box"},
    {Group::graph, "graph"},
    {Group::one_and_rest, "one_and_rest"},
    {Group::even_and_odd, "even_and_odd"},
};

template <>
inline constexpr NamedEnumerator<MadeBy> enum_names<MadeBy>[] = {
    {MadeBy::usual, "usual"},
    {MadeBy::dup, "dup"},
    {MadeBy::idup, "idup"},
    {MadeBy::create, "create"},
    {MadeBy::split, "split"},
    {MadeBy::split_type, "split_type"},
    {MadeBy::from_group, "from_group"},
    {MadeBy::merged, "merged"},
};

template <>
inline constexpr NamedEnumerator<Mode> enum_names<Mode>[] = {
    {Mode::blocking, "blocking"},       {Mode::nonblocking, "nonblocking"},
    {Mode::overlapping, "overlapping"}, {Mode::threads, "threads"},
    {Mode::persistent, "persistent"},
};

template <>
inline constexpr NamedEnumerator<Completion> enum_names<Completion>[] = {
    {Completion::wait, "wait"},         {Completion::test, "test"},
    {Completion::waitall, "waitall"},   {Completion::testall, "testall"},
    {Completion::waitany, "waitany"},   {Completion::testany, "testany"},
    {Completion::waitsome, "waitsome"}, {Completion::testsome, "testsome"},
};

template <>
inline constexpr NamedEnumerator<Handles> enum_names<Handles>[] = {
    {Handles::kept, "kept"},
    {Handles::types_freed, "types_freed"},
    {Handles::all_freed, "all_freed"},
};

template <>
inline constexpr NamedEnumerator<OwnMessages> enum_names<OwnMessages>[] = {
    {OwnMessages::none, "none"},
    {OwnMessages::awaited, "awaited"},
    {OwnMessages::sent, "sent"},
};

/// Returns the name of an enumerator; "?" if it has none.
template <typename Enum>
constexpr std::string_view enum_name(Enum value) {
  for (const auto& entry : enum_names<Enum>)
    if (entry.value == value) return entry.name;
  return "?";
}

/// Returns the enumerator of that name, or nothing.
template <typename Enum>
constexpr std::optional<Enum> enum_value(std::string_view name) {
  for (const auto& entry : enum_names<Enum>)
    if (entry.name == name) return entry.value;
  return std::nullopt;
}

/// Returns all names of an enumeration, for messages: "plain, whole, vector".
template <typename Enum>
std::string all_names() {
  std::string names;
  for (const auto& entry : enum_names<Enum>) {
    if (!names.empty()) names += ", ";
    names += entry.name;
  }
  return names;
}

}  // namespace tutti
