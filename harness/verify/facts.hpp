#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/child.hpp"
#include "harness/generate/scope.hpp"
#include "harness/verify/board.hpp"
#include "harness/verify/control.hpp"
#include "harness/verify/operator_check.hpp"

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
Facts gather_facts(const std::string& target, const Control& control, const Board& board);

std::string to_text(const Facts& facts);
Facts facts_from(const std::string& text);

}  // namespace tutti
