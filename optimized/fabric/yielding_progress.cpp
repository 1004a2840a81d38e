#include "optimized/fabric/yielding_progress.hpp"

extern "C" unsigned ucp_worker_progress(void* worker) {
  return tutti::fabric::progress_and_yield(worker, &ucp_worker_progress);
}
