#include "contract/library_version.hpp"

#include <dlfcn.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

namespace tutti {
namespace {

struct KnownLibrary {
  std::string_view name;
  std::string_view version_begins;
};

constexpr std::array known{KnownLibrary{"mpich", "MPICH"}, KnownLibrary{"openmpi", "Open MPI"}};

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

}  // namespace tutti
