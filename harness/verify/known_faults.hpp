#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/case/case.hpp"

namespace tutti {

/// A fault that some versions of a shipped MPI library have, found by `verify` and confirmed
/// without it. So much meets it that nothing else would be seen: where the library still has it,
/// cases that meet it are left out, and the report says so.
struct KnownFault {
  std::string_view library;  ///< how MPI_Get_library_version begins, without the version
  std::string_view what;     ///< in one line
  std::string_view replay;   ///< a case that shows it
  bool in_every_algorithm;   ///< else only the library's own choice is known to have it
  bool (*is_met_by)(const Case& test, const Operation& operation);

  bool meets(const Case& test, const Operation& operation) const;
};

/// The faults that the library, whose version is given, may have.
std::vector<const KnownFault*> known_faults(std::string_view library_version);

}  // namespace tutti
