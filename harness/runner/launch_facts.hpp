#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/case/generate/scope.hpp"
#include "harness/platform/child.hpp"
#include "harness/runner/coordinator.hpp"
#include "harness/runner/operator_check.hpp"
#include "harness/runner/rank_progress.hpp"

namespace tutti {

/// The facts about a launch that are needed before cases run on it.
struct LaunchFacts {
  std::string library;  ///< first line of MPI_Get_library_version
  std::string machine;
  int ranks = 1;
  bool one_host = true;
  std::vector<WrongOperator> wrong_operators = {};
  std::vector<Scope> scopes = {};  ///< one per subject of the target, without laws
  std::map<std::string, Environment> environments = {};  ///< by subject, if it needs one

  friend bool operator==(const LaunchFacts&, const LaunchFacts&) = default;
};

/// Gathers the facts about this launch and the subjects of the target. Requires MPI to be
/// initialized.
LaunchFacts gather_facts(const std::string& target, const Coordinator& coordinator,
                         const RankProgress& progress);

std::string to_text(const LaunchFacts& facts);
/// Reads what to_text() returns. Throws UsageError.
LaunchFacts facts_from(const std::string& text);

}  // namespace tutti
