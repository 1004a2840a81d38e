#pragma once

#include <map>
#include <string>
#include <vector>

namespace tutti {

/// Sees whether files are opened for reading while it lives, by any process on this host. That is
/// how to know that a library really reads what its variables name.
class FileWatch {
 public:
  /// Throws CannotRun if a file cannot be watched.
  explicit FileWatch(const std::vector<std::string>& paths);
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// How often each file was opened and closed again since the last call. Equal events in a row may
  /// count as one.
  std::map<std::string, int> new_readings();

 private:
  int descriptor_ = -1;
  std::map<int, std::string> watched_;
};

}  // namespace tutti
