#pragma once

#include <mpi.h>

#include <string_view>
#include <vector>

#include "harness/case/case.hpp"

namespace tutti {

/// Returns the predefined MPI datatype of the element under this name.
MPI_Datatype mpi_type(Element element, TypeName name = TypeName::usual);

/// Returns the usual name of the element's datatype; for float128, which has none, MPI_REAL16.
TypeName first_name_of(Element element);

/// Returns whether the name is one of the element's.
bool is_name_of(TypeName name, Element element);

/// Returns whether MPI defines the operator on the datatype of this name. Not all operators are that are
/// defined on an equal type of C: there are no logical ones on types of Fortran, and MPI_WCHAR has none.
bool defined_on(Operator op, Element element, TypeName name);

/// Returns whether the operator is a logical one of MPI's own.
constexpr bool is_logical(Operator op) {
  return op == Operator::land || op == Operator::lor || op == Operator::lxor;
}

/// Returns the name of the datatype for messages: the element's, if it is the usual one.
std::string_view text_of(Element element, TypeName name);

/// Returns the names under which this MPI library has the datatypes: those of Fortran's types need a
/// compiler whose types are as long as usual. Requires MPI to be initialized.
std::vector<TypeName> available_type_names();

}  // namespace tutti
