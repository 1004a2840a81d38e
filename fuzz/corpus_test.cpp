// Tries each file of a folder on a target, for builds without libFuzzer: corpus_test TARGET FOLDER
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "fuzz/named_target.hpp"

namespace {

namespace fs = std::filesystem;

std::string contents_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int count, char** arguments) {
  using namespace tutti::fuzz;
  require(count == 3, "expected: corpus_test TARGET FOLDER");
  const auto* const target = target_named(arguments[1]);
  std::vector<fs::path> files(fs::directory_iterator(arguments[2]), {});
  std::ranges::sort(files);
  require(!files.empty(), "expected a folder with inputs");
  for (const auto& file : files) {
    fmt::print("{}\n", file.string());
    std::fflush(stdout);  // what is last names the input that ends the process
    target->try_input(contents_of(file));
  }
  fmt::print("{}: {} inputs were taken or refused\n", arguments[1], files.size());
}
