#pragma once

#include <mpi.h>

#include <cstddef>
#include <functional>
#include <vector>

#include "harness/case/case.hpp"
#include "harness/subject/request_functions.hpp"

namespace tutti {

/// Completes all requests, none of which is null, by functions of MPI. Calls
/// `completed(index, error code)` each time when MPI says that a request is complete: once for each, if MPI
/// is right.
void complete(const RequestFunctions& mpi, Completion by, std::vector<MPI_Request>& requests,
              const std::function<void(std::size_t index, int error_code)>& completed);

}  // namespace tutti
