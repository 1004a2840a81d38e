#pragma once

#include <string_view>
#include <tuple>

#include "harness/case/case.hpp"

namespace tutti {

/// A member of Case or Operation, and its name in the text of a case.
template <typename Owner, typename Value>
struct Field {
  std::string_view name;
  Value Owner::*member;
};
template <typename Owner, typename Value>
Field(std::string_view, Value Owner::*) -> Field<Owner, Value>;

/// The fields of a case, except its operations: the text before the first '|'.
inline constexpr std::tuple case_fields{
    Field{"subject", &Case::subject},
    Field{"ranks", &Case::ranks},
    Field{"group", &Case::group},
    Field{"mode", &Case::mode},
    Field{"repetitions", &Case::repetitions},
    Field{"seed", &Case::seed},
    Field{"law", &Case::law},
};

/// The fields of an operation: the text after the name of its collective.
inline constexpr std::tuple operation_fields{
    Field{"root", &Operation::root},
    Field{"counts", &Operation::counts},
    Field{"scattered", &Operation::scattered},
    Field{"element", &Operation::element},
    Field{"send_layouts", &Operation::send_layouts},
    Field{"receive_layouts", &Operation::receive_layouts},
    Field{"op", &Operation::op},
    Field{"in_place", &Operation::in_place},
    Field{"data", &Operation::data},
    Field{"send_offsets", &Operation::send_offsets},
    Field{"receive_offsets", &Operation::receive_offsets},
    Field{"delays_us", &Operation::delays_us},
};

/// Calls visitor(field) for every field of the table.
template <typename Fields, typename Visitor>
constexpr void for_each_field(const Fields& fields, Visitor visitor) {
  std::apply([&](const auto&... field) { (visitor(field), ...); }, fields);
}

}  // namespace tutti
