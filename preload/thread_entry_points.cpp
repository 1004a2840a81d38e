// Functions by which programs and the MPI library start threads. Each thread notes where its stack
// lies before it runs.
#include <pthread.h>
#include <threads.h>

#include <cerrno>
#include <memory>
#include <new>
#include <optional>

#include "contract/blocked_signals.hpp"
#include "optimized/fabric/next_symbol.hpp"
#include "optimized/overlap/thread_stacks.hpp"
#include "preload/library_threads.hpp"

namespace {

using tutti::next_symbol;

/// The function that a thread runs, and its argument. Result is void* for POSIX threads and int for
/// C threads.
template <class Result>
struct Start {
  Result (*routine)(void*);
  void* argument;
};

template <class Result>
Result start(void* given) {
  const Start<Result> wanted = *std::unique_ptr<Start<Result>>(static_cast<Start<Result>*>(given));
  tutti::overlap::record_own_stack();
  return wanted.routine(wanted.argument);
}

/// Creates a thread, which then owns its Start. Returns `no_memory` if there is none.
template <class Result, class Create>
int create(Result (*routine)(void*), void* argument, int no_memory, Create create_thread) {
  std::unique_ptr<Start<Result>> wanted(new (std::nothrow) Start<Result>{routine, argument});
  if (!wanted) return no_memory;
  std::optional<tutti::BlockedSignals> inherited;
  if (tutti::preload::LibraryThreads::are_started()) inherited.emplace();
  const int code = create_thread(start<Result>, wanted.get());
  if (code == 0) wanted.release();
  return code;
}

}  // namespace

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*routine)(void*),
                   void* argument) noexcept {
  return create(routine, argument, EAGAIN, [=](auto* start, void* with) {
    return next_symbol<pthread_create>("pthread_create")(thread, attributes, start, with);
  });
}

int thrd_create(thrd_t* thread, thrd_start_t routine, void* argument) {
  return create(routine, argument, thrd_nomem, [=](auto* start, void* with) {
    return next_symbol<thrd_create>("thrd_create")(thread, start, with);
  });
}

}  // extern "C"
