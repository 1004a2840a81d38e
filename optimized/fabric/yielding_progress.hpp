#pragma once

#include <dlfcn.h>
#include <sched.h>

#include "optimized/fabric/waiting.hpp"

namespace tutti::fabric {

/// What a definition of ucp_worker_progress that comes before UCX's own does: passes on to that, and
/// yields the core when nothing was there to do. MPICH waits by calling it without end, and never lets
/// go of its core: with 8 ranks on 2 cores a barrier then takes 40 ms.
inline unsigned progress_and_yield(void* worker, unsigned (*self)(void*)) {
  using Progress = unsigned (*)(void*);
  static const auto progress = reinterpret_cast<Progress>(dlsym(RTLD_NEXT, "ucp_worker_progress"));
  // Where a program has such a definition and a library preloaded into it, too, the first one yields.
  static const bool first =
      dlsym(RTLD_DEFAULT, "ucp_worker_progress") == reinterpret_cast<void*>(self);
  // A core of one's own is kept busy: yielding costs a microsecond each time.
  static const bool yields = first && more_ranks_than_cores();
  const unsigned events = progress(worker);
  if (events == 0 && yields) sched_yield();
  return events;
}

}  // namespace tutti::fabric
