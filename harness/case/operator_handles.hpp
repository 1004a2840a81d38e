#pragma once

#include <mpi.h>

#include <map>

#include "contract/mpi_handle.hpp"
#include "harness/case/case.hpp"

namespace tutti {

/// Creates a handle of a user-defined operator, which the caller frees.
MPI_Op created(Operator op);

/// The MPI handles of the operators. User-defined operators are created once.
class OperatorCache {
 public:
  /// Returns a handle that lives as long as the cache; MPI_OP_NULL for Operator::none.
  MPI_Op get(Operator op);

 private:
  std::map<Operator, UserOperator> made_;
};

}  // namespace tutti
