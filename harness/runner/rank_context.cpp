#include "harness/runner/rank_context.hpp"

#include "harness/runner/crash.hpp"
#include "harness/subject/forced.hpp"

namespace tutti {
namespace {

/// Prepares forcing if `forcing`. Returns true, the argument `threads` of the session: it is called
/// in the session's initializer, since forcing must be prepared before MPI is initialized.
bool with_threads(bool forcing) {
  if (forcing) prepare_forcing();
  return true;
}

}  // namespace

RankContext::RankContext(bool forcing)
    : session_(with_threads(forcing)), coordinator(progress), runner(coordinator.rank(), progress) {
  // Errors of calls without a communicator, such as local ones, must be returned as well.
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  report_crashes(coordinator.rank());
}

}  // namespace tutti
