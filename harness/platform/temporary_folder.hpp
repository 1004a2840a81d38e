#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

#include "contract/error.hpp"

namespace tutti {

/// A new temporary folder, which the destructor removes with its contents.
class TemporaryFolder {
 public:
  /// Throws CannotRun if none can be made.
  TemporaryFolder() : path_((std::filesystem::temp_directory_path() / "tutti-XXXXXX").string()) {
    if (!mkdtemp(path_.data())) throw CannotRun(path_ + ": no folder can be made there");
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace tutti
