#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

#include "contract/error.hpp"

namespace tutti {

/// A folder that nobody else uses, and that goes with its owner.
class PrivateFolder {
 public:
  /// Throws CannotRun if none can be made.
  PrivateFolder() : path_((std::filesystem::temp_directory_path() / "tutti-XXXXXX").string()) {
    if (!mkdtemp(path_.data())) throw CannotRun(path_ + ": no folder can be made there");
  }
  ~PrivateFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace tutti
