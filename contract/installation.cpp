#include "contract/installation.hpp"

#include <iterator>
#include <system_error>

namespace tutti {
namespace {

namespace fs = std::filesystem;

// Folders below the prefix.
constexpr const char* programs = TUTTI_PROGRAMS;
constexpr const char* libraries = TUTTI_LIBRARIES;
constexpr const char* shared_data = TUTTI_DATA;
// Folder below the build tree of one MPI library.
constexpr const char* shared_data_built = "share/tutti";

/// Returns the path with symbolic links resolved; parts of it need not exist.
fs::path without_links(const fs::path& path) {
  std::error_code unreadable;
  const auto canonical = fs::weakly_canonical(path, unreadable);
  return unreadable ? path : canonical;
}

fs::path above(fs::path folder, const fs::path& below) {
  for (auto levels = std::distance(below.begin(), below.end()); levels > 0; --levels)
    folder = folder.parent_path();
  return folder;
}

}  // namespace

std::string preloaded_library_name(std::string_view mpi, bool overlap) {
  return std::string(overlap ? "libtutti-overlap-" : "libtutti-").append(mpi).append(".so");
}

fs::path program_path() { return fs::read_symlink("/proc/self/exe"); }

Installation Installation::of_program() { return around_program(program_path()); }

Installation Installation::around_program(const fs::path& program) { return {program, programs}; }

Installation Installation::around_library(const fs::path& library) { return {library, libraries}; }

Installation::Installation(const fs::path& part, const fs::path& below) {
  const auto folder = without_links(part).parent_path();
  std::error_code unreadable;
  if (fs::is_directory(folder / shared_data_built, unreadable))
    built_ = folder;
  else
    prefix_ = above(folder, below);
}

fs::path Installation::data(std::string_view name) const {
  return (built_.empty() ? prefix_ / shared_data : built_ / shared_data_built) / name;
}

fs::path Installation::library(const std::string& name) const {
  return (built_.empty() ? prefix_ / libraries : built_) / name;
}

fs::path Installation::simulator(const std::string& name) const {
  return (built_.empty() ? prefix_ / libraries : built_.parent_path() / "smpi") / name;
}

fs::path Installation::program(const std::string& mpi) const {
  return built_.empty() ? prefix_ / programs / ("tutti-" + mpi)
                        : built_.parent_path() / mpi / "tutti";
}

fs::path Installation::maps() const {
  if (!built_.empty()) return {};
  return prefix_ == "/usr" ? "/etc/tutti" : prefix_ / "etc" / "tutti";
}

}  // namespace tutti
