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

/// What must be known of a launch before cases are tried on it.
struct Facts {
  std::string library;  ///< first line of MPI_Get_library_version
  std::string machine;
  int ranks = 1;
  bool one_host = true;
  std::vector<WrongOperator> wrong_operators = {};
  std::vector<Scope> scopes = {};  ///< of every subject of the target, without laws
  std::map<std::string, Environment> environments = {};  ///< of subjects that need one
};

/// The facts about this launch and the subjects of the target. Needs MPI to be initialized.
Facts gather_facts(const std::string& target, const Coordinator& coordinator,
                   const RankProgress& progress);

std::string to_text(const Facts& facts);
Facts facts_from(const std::string& text);

}  // namespace tutti
