#include "preload/started_call.hpp"

#include <memory>
#include <utility>

#include "contract/mpi_error.hpp"
#include "optimized/fabric/port.hpp"

namespace tutti::preload {
namespace {

/// The state of the program's request, which is a generalized request.
struct Started {
  Handles handles;
  MPI_Request request = MPI_REQUEST_NULL;
  int code = MPI_SUCCESS;
};

int query(void* state, MPI_Status* status) {
  PMPI_Status_set_elements(status, MPI_BYTE, 0);
  PMPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = MPI_UNDEFINED;
  status->MPI_TAG = MPI_UNDEFINED;
  return static_cast<const Started*>(state)->code;
}

int discard(void* state) {
  delete static_cast<Started*>(state);
  return MPI_SUCCESS;
}

int cancel(void*, int) { return MPI_SUCCESS; }

void complete(Started& started, int code) {
  started.handles = {};
  started.code = code;
  PMPI_Grequest_complete(started.request);
}

}  // namespace

int start_for_program(const Protocol& protocol, const Call& call, Handles handles,
                      MPI_Request* request) {
  auto owned = std::make_unique<Started>();
  owned->handles = std::move(handles);
  const int code = PMPI_Grequest_start(query, discard, cancel, owned.get(), &owned->request);
  if (code != MPI_SUCCESS) return code;
  Started& started = *owned.release();  // owned by the request from here on
  *request = started.request;
  try {
    start(protocol, call, [&started](const std::string& failure) {
      complete(started, failure.empty() ? MPI_SUCCESS : MPI_ERR_OTHER);
    });
  } catch (const MpiError& error) {
    complete(started, error.code);
  } catch (const fabric::FabricError&) {
    complete(started, MPI_ERR_OTHER);
  }
  return MPI_SUCCESS;
}

}  // namespace tutti::preload
