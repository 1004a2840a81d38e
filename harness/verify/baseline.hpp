#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/case/case.hpp"
#include "harness/verify/fault_class.hpp"

namespace tutti {

/// A finding that people have looked at and accept for now.
struct AcceptedFinding {
  std::string library = {};   ///< how the version of the library begins, such as `Open MPI v5.0`
  Case test = {};             ///< the case that shows it, shrunk
  std::string reason = {};    ///< why it is accepted
  bool now_and_then = false;  ///< the case shows it in some runs only
  int line = 0;               ///< in the file

  /// Returns whether it is about this version of a library.
  bool is_about(std::string_view library_version) const {
    return library_version.starts_with(library);
  }
};

/// Reads a baseline: a TOML file of entries [[finding]] with `library`, `replay`, `reason` and
/// optionally `now_and_then`. Throws UsageError that names the line.
std::vector<AcceptedFinding> read_baseline(const std::string& path);

/// Returns the text of a baseline.
std::string to_toml(const std::vector<AcceptedFinding>& findings);

/// Returns the classes of the findings that are about this version of a library.
std::vector<FaultClass> classes_of(const std::vector<AcceptedFinding>& findings,
                                   std::string_view library_version);

}  // namespace tutti
