#include "contract/library_version.hpp"

#include <dlfcn.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <vector>

namespace tutti {
namespace {

struct KnownLibrary {
  std::string_view name;
  std::string_view version_begins;
};

constexpr std::array known{KnownLibrary{"mpich", "MPICH"}, KnownLibrary{"openmpi", "Open MPI"}};

/// Returns the numbers of a version up to its first letter.
std::vector<int> numbers(std::string_view version) {
  std::vector<int> result;
  while (!version.empty()) {
    int number = 0;
    const auto [end, error] =
        std::from_chars(version.data(), version.data() + version.size(), number);
    if (error != std::errc{}) break;
    result.push_back(number);
    version.remove_prefix(static_cast<std::size_t>(end - version.data()));
    if (!version.starts_with('.')) break;
    version.remove_prefix(1);
  }
  return result;
}

}  // namespace

std::string library_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  PMPI_Get_library_version(text.data(), &length);
  std::string line(text.data());
  line.resize(std::min(line.find('\n'), line.size()));
  std::ranges::replace(line, '\t', ' ');
  return line;
}

std::string_view library_name() {
  static const std::string version = library_version();
  for (const auto& library : known)
    if (version.starts_with(library.version_begins)) return library.name;
  return "";
}

std::string library_file() {
  // No preloaded library intercepts this function.
  const void* const function = dlsym(RTLD_DEFAULT, "PMPI_Get_library_version");
  Dl_info info{};
  if (!function || !dladdr(function, &info)) return "";
  std::error_code unreadable;
  return std::filesystem::canonical(info.dli_fname, unreadable).string();
}

std::string_view version_number(std::string_view library_version) {
  const auto begin = library_version.find_first_of("0123456789");
  if (begin == std::string_view::npos) return {};
  const auto end = library_version.find_first_not_of("0123456789.", begin);
  return library_version.substr(begin, end - begin);
}

bool is_older(std::string_view version, std::string_view than) {
  return numbers(version) < numbers(than);
}

}  // namespace tutti
