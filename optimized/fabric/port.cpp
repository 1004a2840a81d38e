#include "optimized/fabric/port.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "contract/comm_attribute.hpp"
#include "optimized/fabric/backends.hpp"

namespace tutti::fabric {
namespace {

std::unique_ptr<Port> open_port() {
  const char* wanted = secure_getenv("TUTTI_FABRIC");
  const std::string_view name = wanted ? wanted : default_backend;
#ifndef TUTTI_SIMULATED
  if (name == "ucx") return open_ucx();
#endif
  if (name == "mpi") return open_mpi();
  throw FabricError("TUTTI_FABRIC=" + std::string(name) + ": there is no such fabric; expected " +
                    backend_names);
}

/// The port of this process. Belongs to MPI_COMM_SELF, whose attributes MPI_Finalize deletes.
struct OwnPort {
  explicit OwnPort(MPI_Comm) : port(open_port()) {}
  std::shared_ptr<Port> port;
};

}  // namespace

Kept Kept::copy(Bytes bytes) {
  if (bytes.empty()) return {};
  auto* own = new std::byte[bytes.size()];
  std::copy(bytes.begin(), bytes.end(), own);
  return {{own, bytes.size()}, [](void*, const std::byte* data) { delete[] data; }, nullptr};
}

std::shared_ptr<Port> port() { return comm_attribute<OwnPort>(MPI_COMM_SELF).port; }

}  // namespace tutti::fabric
