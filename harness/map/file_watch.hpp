#pragma once

#include <map>
#include <string>
#include <vector>

namespace tutti {

/// Counts how often files are opened for reading, by any process on this host, during its lifetime.
/// Used to check that a library really reads the files that its variables name.
class FileWatch {
 public:
  /// Throws CannotRun if a file cannot be watched.
  explicit FileWatch(const std::vector<std::string>& paths);
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// Returns how often each file was opened and closed since the last call. Consecutive equal
  /// events may count as one.
  std::map<std::string, int> new_readings();

 private:
  int descriptor_ = -1;
  std::map<int, std::string> watched_;
};

}  // namespace tutti
