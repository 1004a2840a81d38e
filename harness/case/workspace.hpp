#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "contract/call.hpp"
#include "harness/case/arena.hpp"
#include "harness/case/layout.hpp"
#include "harness/case/mismatch.hpp"
#include "harness/case/operators.hpp"
#include "harness/case/oracle.hpp"
#include "harness/case/problem.hpp"

namespace tutti {

/// What the workspaces of one thread share. Must die before MPI_Finalize, and after them.
struct Resources {
  ArenaPool arenas;
  DatatypeCache datatypes;
  OperatorCache operators;
  Oracle oracle;
};

/// One rank's side of one collective call: guarded buffers, filled input, poisoned output, and
/// garbage in every argument that is not significant there. Any number may live at once.
class Workspace {
 public:
  /// Local: no communication. `comm` has place.ranks ranks, and this process is place.rank there.
  Workspace(Resources& resources, const Case& test, const Execution& execution, const Place& place,
            MPI_Comm comm);
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;

  /// The arguments; valid as long as the workspace lives.
  const Call& call() const;

  /// What is wrong after the call returned (or completed with) the error code: at most one entry
  /// per fault and buffer. To be asked once, since it wipes the buffers.
  std::vector<Mismatch> check(int error_code);

  /// After check(): a digest of the result where MPI wants the same bits at all ranks of the
  /// communicator, nothing elsewhere. A disagreement is Fault::ranks_disagree, or
  /// Fault::not_portable where the data overflows.
  std::optional<std::uint64_t> agreement() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tutti
