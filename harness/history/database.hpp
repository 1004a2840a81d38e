#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/history/run_results.hpp"

namespace tutti {

/// The results of acceptance runs in one SQLite file. Its functions throw CannotRun if the file
/// cannot be read or written.
class HistoryDatabase {
 public:
  /// Opens the file, or makes it. Throws UsageError if the file is something else, or a history of
  /// another version.
  explicit HistoryDatabase(const std::string& path);
  ~HistoryDatabase();
  HistoryDatabase(const HistoryDatabase&) = delete;
  HistoryDatabase& operator=(const HistoryDatabase&) = delete;

  /// Returns the size that the result file of each run had when the run was taken in.
  std::map<std::string, std::int64_t> bytes_by_directory() const;

  /// Takes in a run, or replaces what an earlier call took in from the same directory. Either all
  /// of it is in the file afterwards, or nothing, even if the process is killed.
  void take_in(const RunResults& run);

  /// Returns all runs by date, without findings and facts.
  std::vector<RunResults> runs() const;

  std::vector<Finding> findings(const std::string& directory) const;
  Facts facts(const std::string& directory) const;

 private:
  class Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace tutti
