// MPICH waits by calling ucp_worker_progress without end, and never lets go of its core: with 8
// ranks on 2 cores a barrier then takes 40 ms. This definition comes before UCX's own where the
// dynamic linker looks, passes on to it, and yields the core when nothing was there to do.
#include <dlfcn.h>
#include <sched.h>

#include "optimized/fabric/waiting.hpp"

extern "C" unsigned ucp_worker_progress(void* worker) {
  using Progress = unsigned (*)(void*);
  static const auto progress = reinterpret_cast<Progress>(dlsym(RTLD_NEXT, "ucp_worker_progress"));
  // Where a program has this definition and a library preloaded into it, too, the first one yields.
  static const bool first =
      dlsym(RTLD_DEFAULT, "ucp_worker_progress") == reinterpret_cast<void*>(&ucp_worker_progress);
  // A core of one's own is kept busy: yielding costs a microsecond each time.
  static const bool yields = first && tutti::fabric::more_ranks_than_cores();
  const unsigned events = progress(worker);
  if (events == 0 && yields) sched_yield();
  return events;
}
