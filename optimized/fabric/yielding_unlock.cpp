#include "optimized/fabric/yielding_progress.hpp"

#ifndef __SANITIZE_THREAD__  // ThreadSanitizer must intercept it itself
extern "C" int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  return tutti::fabric::unlock_and_yield(mutex);
}
#endif
