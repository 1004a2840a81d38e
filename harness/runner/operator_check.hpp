#pragma once

#include <string>
#include <vector>

#include "harness/case/case.hpp"

namespace tutti {

/// A built-in operator that the MPI library gets wrong by itself, without any collective.
struct WrongOperator {
  Operator op = Operator::none;
  Element element = Element::int32;
  TypeName type = TypeName::usual;
  std::string what = {};  ///< in one line

  friend bool operator==(const WrongOperator&, const WrongOperator&) = default;
};

/// Returns the case that shows it.
Case case_of(const WrongOperator& wrong);

/// Tries MPI's own operators by MPI_Reduce_local on every element that they are defined on, under each name
/// that the library has for its datatype, and returns the wrong ones. With a wrong operator every reduction is wrong, whatever its algorithm:
/// that is one finding about the library, and says nothing about its collectives. Logical operators
/// are checked with the collectives only.
std::vector<WrongOperator> wrong_operators();

}  // namespace tutti
