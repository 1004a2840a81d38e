#pragma once

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>

#include <utility>

#include "optimized/fabric/backoff.hpp"
#include "optimized/fabric/next_symbol.hpp"

namespace tutti::fabric {

/// True if this thread has found nothing to do and has not yielded its core since.
inline thread_local bool owes_yield = false;

/// Implements a definition of ucp_worker_progress, `self`, that comes before UCX's own: calls
/// UCX's, and owes a yield of the core if there was nothing to do. MPICH waits by calling this
/// function without end, and never yields its core: with 8 ranks on 2 cores a barrier then takes 40
/// ms.
inline unsigned progress_and_yield(void* worker, unsigned (*self)(void*)) {
  static auto* const progress = next_symbol<unsigned(void*)>("ucp_worker_progress");
  // If a program has such a definition, and a library preloaded into it, too, the first one yields.
  static const bool first =
      dlsym(RTLD_DEFAULT, "ucp_worker_progress") == reinterpret_cast<void*>(self);
  // A program built for MPI's ABI may run under Open MPI, which yields by itself.
  static const bool needed = !dlsym(RTLD_DEFAULT, "opal_progress");
  // A rank with a core of its own keeps it: yielding costs a microsecond each time.
  static const bool yields = first && needed && is_oversubscribed();
  const unsigned events = progress(worker);
  const bool owed = std::exchange(owes_yield, yields && events == 0);
  if (owed && owes_yield) sched_yield();
  return events;
}

/// Implements a definition of pthread_mutex_unlock: calls the next one, and does the yield that is
/// owed. Threads that wait in MPICH take turns under one lock. A thread that yields while it holds
/// the lock shuts the others out: they wake, find it taken, sleep again, and no thread is left to
/// do what a peer waits for.
inline int unlock_and_yield(pthread_mutex_t* mutex) {
  static auto* const unlock = next_symbol<int(pthread_mutex_t*)>("pthread_mutex_unlock");
  const int code = unlock(mutex);
  if (std::exchange(owes_yield, false)) sched_yield();
  return code;
}

}  // namespace tutti::fabric
