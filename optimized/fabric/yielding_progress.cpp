#include "optimized/fabric/yielding_progress.hpp"

extern "C" {

unsigned ucp_worker_progress(void* worker) {
  return tutti::fabric::progress_and_yield(worker, &ucp_worker_progress);
}

#ifndef __SANITIZE_THREAD__  // which must see by itself who unlocks
int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  return tutti::fabric::unlock_and_yield(mutex);
}
#endif

}  // extern "C"
