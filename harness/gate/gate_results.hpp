#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/gate/time_plan.hpp"
#include "harness/verify/baseline.hpp"
#include "harness/verify/coverage.hpp"

namespace tutti {

/// Where a finding stands.
enum class FindingStatus {
  fresh,    ///< no baseline has it
  known,    ///< the baseline has it, or tutti's own list of the library's faults
  fixed,    ///< the baseline has it, and its case did not fail any more
  untried,  ///< the baseline has it, and its case could not be run
  note,     ///< MPI leaves the result undefined, but it varies with position, count or rank
};

/// Returns `new`, `known`, `fixed`, `untried` or `note`.
std::string_view name(FindingStatus status);

/// Something that a library does wrong.
struct GateFinding {
  FindingStatus status = FindingStatus::fresh;
  std::string target = {};
  int ranks = 1;
  std::string symptom = {};            ///< `wrong`, `hung` or `crashed`, or as verify names it
  std::vector<std::string> what = {};  ///< its complaints
  std::string replay = {};             ///< the case; empty if a whole launch failed
  std::string fault_class = {};
  std::string reason = {};   ///< why it is known
  std::string program = {};  ///< a C program that shows it; empty if there is none
};

/// One launch of the gate.
struct GateLaunch {
  LaunchKind kind = {};
  std::uint64_t seed = 0;
  std::int64_t cases = 0;
  double seconds = 0;
  std::string ended = {};  ///< `well`, or how else
};

/// What a gate found so far.
struct GateResults {
  std::string library = {};
  std::vector<LaunchKind> kinds = {};  ///< that were to be launched
  std::vector<GateLaunch> launches = {};
  std::vector<GateFinding> findings = {};
  std::map<std::string, Coverage> coverage = {};  ///< by target
  bool strict = false;                            ///< a finding that is fixed fails the gate
  bool interrupted = false;

  std::vector<const GateFinding*> with(FindingStatus status) const;
  /// Returns the kinds of launches of which none ended well.
  std::vector<LaunchKind> never_ended_well() const;
  /// Returns whether nothing is new, and everything was tried.
  bool holds() const;
};

}  // namespace tutti
