// MPICH over UCX makes progress by ucp_worker_progress, which this definition precedes. A build for
// the MPI standard's ABI may also run under Open MPI.
#include <mpi.h>

#include <atomic>

#include "optimized/active_messages/engine.hpp"
#include "optimized/fabric/yielding_progress.hpp"
#include "preload/progress_hook.hpp"

namespace {

std::atomic<bool> wanted = false;
/// The UCX worker of MPICH. Other workers of this process may be driven by threads that have
/// nothing to do with MPI.
std::atomic<void*> library_worker = nullptr;

}  // namespace

extern "C" unsigned ucp_worker_progress(void* worker) {
  if (wanted.load(std::memory_order_relaxed)) library_worker.store(worker);
  if (worker == library_worker.load(std::memory_order_relaxed)) tutti::active::progress_started();
  return tutti::fabric::progress_and_yield(worker, &ucp_worker_progress);
}

namespace tutti::preload {

bool hook_into_progress() {
  if (hook_into_open_mpi()) return true;
  constexpr int most_looks = 1000;  // not every MPI_Iprobe makes progress
  int found = 0;
  wanted = true;
  for (int i = 0; i < most_looks && !library_worker; ++i)
    PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
  wanted = false;
  return library_worker != nullptr;
}

}  // namespace tutti::preload
