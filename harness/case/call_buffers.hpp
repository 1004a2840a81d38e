#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "contract/call.hpp"
#include "harness/case/layout_datatypes.hpp"
#include "harness/case/memory_arena.hpp"
#include "harness/case/mismatch.hpp"
#include "harness/case/operator_handles.hpp"
#include "harness/case/oracle.hpp"
#include "harness/case/problem.hpp"

namespace tutti {

/// The resources that the workspaces of one thread share. Must outlive the workspaces, and be
/// destroyed before MPI_Finalize.
struct Resources {
  MappingPool arenas;
  DatatypeCache datatypes;
  OperatorCache operators;
  Oracle oracle;
};

/// One rank's part of one collective call: guarded buffers, filled input, poisoned output, and
/// garbage in every argument that is not significant at this rank. Any number may exist at once.
class Workspace {
 public:
  /// Local. `comm` must have place.ranks ranks, and this process must be rank place.rank in it. On an
  /// intercommunicator, these count both groups.
  Workspace(Resources& resources, const Case& test, const Execution& execution, const Place& place,
            MPI_Comm comm);
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;

  /// Returns the arguments, which are valid as long as the workspace lives.
  const Call& call() const;

  /// Returns what is wrong after the call returned (or completed with) the error code: at most one
  /// entry per fault and buffer. Call it once for each execution, since it erases the buffers.
  std::vector<Mismatch> check(int error_code);

  /// Frees the datatypes and the operator of the call, unless the case keeps them. Call it once the call has
  /// started.
  void free_handles();

  /// Replaces the data of the buffers by those of another execution, for a call that has the same arguments.
  void renew(const Case& test, const Execution& execution, const Place& place);

  /// Returns, after check(), a digest of the result if MPI asks for the same bits at all ranks of
  /// the communicator, else nothing. A disagreement is Fault::ranks_disagree, or
  /// Fault::not_portable if the data overflow.
  std::optional<std::uint64_t> agreement() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tutti
