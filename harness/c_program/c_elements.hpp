#pragma once

#include <string>

#include "harness/case/case.hpp"

namespace tutti::c_text {

/// Returns the C type of an element, `int32_t` say.
std::string c_type(Element element);

/// Returns the definition of that type, if C does not have it; else nothing.
std::string type_definition(Element element);

/// Returns the element's datatype, `MPI_INT32_T` say.
std::string mpi_name(Element element, TypeName name);

/// Returns the conversion of printf for an element, and its arguments for a variable.
std::string print_format(Element element);
std::string print_arguments(Element element, const std::string& variable);

/// Returns an expression for whether two variables differ. Logical values differ only in their
/// truth.
std::string differ(Element element, Operator op, const std::string& left, const std::string& right);

bool holds_pairs(Element element);

}  // namespace tutti::c_text
