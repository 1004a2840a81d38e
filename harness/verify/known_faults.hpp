#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/case/case.hpp"

namespace tutti {

/// A fault of a shipped MPI library, found by `verify` and confirmed without it. Most end or hang
/// the process, and would end every run in its first second: so cases that meet it are left out,
/// and the report says so.
struct KnownFault {
  std::string_view library;  ///< how MPI_Get_library_version begins
  std::string_view what;     ///< in one line
  std::string_view replay;   ///< a case that shows it
  bool (*meets)(const Case& test, const Operation& operation);
};

/// The known faults of the library whose version is given.
std::vector<const KnownFault*> known_faults(std::string_view library_version);

}  // namespace tutti
