#include "contract/library_version.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>

namespace tutti {

std::string library_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  PMPI_Get_library_version(text.data(), &length);
  std::string line(text.data());
  line.resize(std::min(line.find('\n'), line.size()));
  std::ranges::replace(line, '\t', ' ');
  return line;
}

}  // namespace tutti
