#pragma once

#include <string>

#include "harness/case/case.hpp"
#include "harness/case/typemap.hpp"

namespace tutti::c_text {

/// A datatype of a case: a layout of elements.
struct Kind {
  Layout layout = Layout::plain;
  std::int64_t elements = 1;  ///< in an instance

  bool is_predefined() const { return layout == Layout::plain; }
  Typemap map() const { return typemap(layout, Element::int32, elements); }
  friend bool operator==(const Kind&, const Kind&) = default;
};

/// Returns an expression for the place of element `i` of consecutive instances, in elements.
std::string slot_expression(const Kind& kind);

/// Returns the tables that this expression needs.
std::string slot_tables(const Kind& kind);

/// Returns statements that make the datatype of elements of the type `element` as the variable
/// `type`. The C type of the elements is `c_type`.
std::string making(const Kind& kind, const std::string& element, const std::string& c_type);

}  // namespace tutti::c_text
