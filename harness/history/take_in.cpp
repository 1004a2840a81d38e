#include "harness/history/take_in.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "contract/error.hpp"

namespace tutti {

namespace {

std::string result_file_of(const std::string& folder, const std::string& directory) {
  return folder + "/" + directory + "/" + run_file;
}

/// Returns the size of a file; -1 if it has none.
std::int64_t size_of(const std::string& path) {
  std::error_code missing;
  const auto size = std::filesystem::file_size(path, missing);
  return missing ? -1 : static_cast<std::int64_t>(size);
}

}  // namespace

std::vector<std::string> run_directories(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const auto name = entry.path().filename().string();
    if (size_of(result_file_of(folder, name)) >= 0) found.push_back(name);
  }
  if (error)
    throw UsageError(folder + ": " + error.message() + "; expected the folder of the runs");
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<UnfinishedRun> take_in(HistoryDatabase& database, const std::string& folder,
                                   const std::vector<std::string>& directories) {
  const auto known = database.bytes_by_directory();
  std::vector<UnfinishedRun> unfinished;
  for (const auto& directory : directories) {
    const auto found = known.find(directory);
    if (found != known.end() && found->second == size_of(result_file_of(folder, directory)))
      continue;
    auto run = read_run(folder, directory);
    if (run.unfinished.empty())
      database.take_in(run.results);
    else
      unfinished.push_back({directory, std::move(run.unfinished)});
  }
  return unfinished;
}

}  // namespace tutti
