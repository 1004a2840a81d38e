#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/case/case.hpp"
#include "harness/runner/evidence.hpp"

namespace tutti {

/// Which subjects meet a fault of the library.
enum class Reach {
  own_choice,       ///< the library's own choice of an algorithm, as far as is known
  every_algorithm,  ///< also an algorithm that it is forced to take
  messages,         ///< all that sends messages by the library, tutti's algorithms too
};

/// A fault that some versions of a shipped MPI library have, found by `verify` and confirmed
/// without it. So much meets it that nothing else would be seen: where the library still has it,
/// cases that meet it are left out, and the report says so.
struct KnownFault {
  std::string_view library;  ///< how MPI_Get_library_version begins, without the version
  std::string_view since;   ///< the first version that is known to have it; empty: the first of all
  std::string_view until;   ///< the first version that is known not to have it; empty: none yet
  std::string_view what;    ///< in one line
  std::string_view replay;  ///< a case that shows it
  std::vector<Ended> ends;  ///< the ways in which a case that meets it ends, if it does not pass
  Reach reach;
  bool (*is_met_by)(const Case& test, const Operation& operation);

  bool meets(const Case& test, const Operation& operation) const;
  /// Whether a case that meets the fault ended as this fault makes it end, or passed. Another outcome is not this
  /// fault's.
  bool explains(const Outcome& outcome) const;
};

/// The faults that the library, whose version is given, may have.
std::vector<const KnownFault*> known_faults(std::string_view library_version);

/// `4.1.4`, of what MPI_Get_library_version says; empty if it says none.
std::string_view version_number(std::string_view library_version);

/// Whether the first version is older: `4.1.4` than `4.10`. An empty one is older than any other.
bool is_older(std::string_view version, std::string_view than);

}  // namespace tutti
