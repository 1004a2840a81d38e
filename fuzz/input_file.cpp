#include <filesystem>
#include <fstream>

#include "fuzz/target.hpp"
#include "harness/platform/temporary_folder.hpp"

namespace tutti::fuzz {

std::string folder_with(const std::string& name, std::string_view contents) {
  static const TemporaryFolder parent;
  const auto folder = parent.file("inputs");
  std::filesystem::create_directory(folder);
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().filename() != name) std::filesystem::remove_all(entry);
  std::ofstream file(folder + "/" + name, std::ios::binary);
  file.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  file.close();
  require(!file.fail(), "the input cannot be written to " + folder);
  return folder;
}

std::string file_with(std::string_view contents) {
  return folder_with("input", contents) + "/input";
}

}  // namespace tutti::fuzz
