#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "harness/case/case.hpp"

namespace tutti {

/// What a failing case needs to fail, as far as shrinking tells: everything in which the shrunk case
/// differs from the plainest one. Two failures are taken for the same fault if one needs nothing
/// that the other case does not have.
struct FaultClass {
  std::string subject = {};
  std::string collective = {};  ///< of the last operation; `law` for a law
  int ranks = 1;                ///< at least
  std::int64_t bytes = 0;  ///< of the largest block, at least: 0, or where messages count as longer
  std::set<std::string> features = {};  ///< such as `mode=persistent`, `in_place`, `besides=bcast`
};

/// Returns the class of a failure by its shrunk case.
FaultClass class_of(const Case& minimal);

/// Returns whether the case has everything that the fault needs, so that a failure of it would be
/// no news.
bool meets(const FaultClass& fault, const Case& test);

/// Returns whether the case meets one of the faults.
bool meets_any(const std::vector<FaultClass>& faults, const Case& test);

/// Returns the class as text, such as `mpi alltoallv: 2 ranks, in_place, mode=nonblocking`.
std::string to_text(const FaultClass& fault);

}  // namespace tutti
