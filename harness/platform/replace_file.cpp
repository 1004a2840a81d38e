#include "harness/platform/replace_file.hpp"

#include <cstdio>
#include <fstream>

#include "contract/error.hpp"

namespace tutti {

void replace_file(const std::string& path, const std::string& text) {
  const std::string unfinished = path + ".new";
  std::ofstream file(unfinished, std::ios::binary);
  file << text;
  file.close();
  if (!file || std::rename(unfinished.c_str(), path.c_str()) != 0)
    throw UsageError(path +
                     ": cannot be written; expected a file in a folder that exists and may be "
                     "written to");
}

}  // namespace tutti
