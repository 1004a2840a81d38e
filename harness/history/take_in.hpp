#pragma once

#include <string>
#include <vector>

#include "harness/history/database.hpp"

namespace tutti {

/// A run that was left out, since it is not finished.
struct UnfinishedRun {
  std::string directory = {};
  std::string reason = {};
};

/// Returns the names of the directories in the folder that hold the result file of a run, sorted.
/// Throws UsageError if there is no such folder.
std::vector<std::string> run_directories(const std::string& folder);

/// Takes in each of these runs that the database does not hold, or whose file has grown since,
/// each in a transaction of its own. Returns those that are not finished. Throws UsageError at the
/// first file that is invalid.
std::vector<UnfinishedRun> take_in(HistoryDatabase& database, const std::string& folder,
                                   const std::vector<std::string>& directories);

}  // namespace tutti
