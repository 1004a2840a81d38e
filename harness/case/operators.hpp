#pragma once

#include <mpi.h>

#include <map>

#include "contract/mpi_handle.hpp"
#include "harness/case/case.hpp"

namespace tutti {

/// MPI handles of the operators. Those of user-defined operators are made once.
class OperatorCache {
 public:
  /// MPI_OP_NULL for Operator::none.
  MPI_Op get(Operator op);

 private:
  std::map<Operator, UserOperator> made_;
};

}  // namespace tutti
