#include "harness/runner/rank_context.hpp"

#include "harness/runner/crash.hpp"
#include "harness/subject/forced_subjects.hpp"

namespace tutti {
namespace {

constexpr bool threads = true;

/// Initializes MPI. Forcing must be prepared before.
MpiSession begin_session(bool forcing) {
  if (forcing) prepare_forcing();
  return MpiSession(threads);
}

}  // namespace

RankContext::RankContext(bool forcing)
    : session_(begin_session(forcing)),
      coordinator(progress),
      runner(coordinator.rank(), progress) {
  // Errors of calls without a communicator, such as local ones, must be returned as well.
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  report_crashes(coordinator.rank());
}

}  // namespace tutti
