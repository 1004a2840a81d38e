#include "harness/runner/rank.hpp"

#include "harness/runner/crash.hpp"
#include "harness/subject/forced.hpp"

namespace tutti {
namespace {

/// In its constructor's place, since it must come before MPI is initialized.
bool with_threads(bool forcing) {
  if (forcing) prepare_forcing();
  return true;
}

}  // namespace

Rank::Rank(bool forcing)
    : session_(with_threads(forcing)), coordinator(progress), runner(coordinator.rank(), progress) {
  // Errors outside of a communicator, in local calls say, must come back as well.
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  report_crashes(coordinator.rank());
}

}  // namespace tutti
