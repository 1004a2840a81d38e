#include "preload/generalized_request.hpp"

#include <sched.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "contract/mpi_error.hpp"
#include "optimized/fabric/port.hpp"

namespace tutti::preload {
namespace {

/// The calls whose requests the program has not freed yet. A request knows its call by a number that
/// no other call gets, not by an address, so that nothing is read of a call that is over.
class StartedCalls {
 public:
  void* add(Handles handles) {
    const std::scoped_lock lock(mutex_);
    calls_[++last_].handles = std::move(handles);
    return reinterpret_cast<void*>(last_);
  }

  /// Notes the request of a call, unless the program has freed it already.
  void set_request(void* number, MPI_Request request) {
    const std::scoped_lock lock(mutex_);
    const auto call = calls_.find(key(number));
    if (call == calls_.end()) return;
    call->second.request = request;
    requests_.insert(request);
  }

  /// Returns whether the request belongs to a call, and the program has not freed it.
  bool contains(MPI_Request request) const {
    const std::scoped_lock lock(mutex_);
    return requests_.contains(request);
  }

  /// Notes the error code of a call that is over, and lets go of its handles.
  void end(void* number, int code) {
    Handles released;  // without the lock: operators are freed by functions of the program
    const std::scoped_lock lock(mutex_);
    const auto call = calls_.find(key(number));
    if (call == calls_.end()) return;
    released = std::exchange(call->second.handles, {});
    call->second.code = code;
  }

  /// Notes that the library has returned from MPI_Grequest_complete for the request of a call.
  void set_completed(void* number) {
    const std::scoped_lock lock(mutex_);
    const auto call = calls_.find(key(number));
    if (call != calls_.end()) call->second.completed = true;
  }

  /// Returns the error code of a call, or nothing before set_completed().
  std::optional<int> completed_with(void* number) const {
    const std::scoped_lock lock(mutex_);
    const auto call = calls_.find(key(number));
    if (call == calls_.end()) return MPI_SUCCESS;
    if (!call->second.completed) return std::nullopt;
    return call->second.code;
  }

  void remove(void* number) {
    decltype(calls_)::node_type removed;  // without the lock, for the same reason
    const std::scoped_lock lock(mutex_);
    removed = calls_.extract(key(number));
    if (removed) requests_.erase(removed.mapped().request);
  }

 private:
  struct Started {
    MPI_Request request = MPI_REQUEST_NULL;
    Handles handles;
    int code = MPI_SUCCESS;
    bool completed = false;
  };

  static std::uintptr_t key(void* number) { return reinterpret_cast<std::uintptr_t>(number); }

  mutable std::mutex mutex_;
  std::unordered_map<std::uintptr_t, Started> calls_;
  std::unordered_set<MPI_Request> requests_;
  std::uintptr_t last_ = 0;
};

/// Returns the calls of the process. They are never destroyed: the program may free requests while
/// it ends.
StartedCalls& calls() {
  static StartedCalls& only = *new StartedCalls;
  return only;
}

/// Sets the status of a request, for a thread that is about to free it. Another thread may still be in
/// MPI_Grequest_complete, in which Open MPI 6.0 looks at the request after it has told the waiting one: freed
/// by then, it is freed twice.
int query(void* number, MPI_Status* status) {
  PMPI_Status_set_elements(status, MPI_BYTE, 0);
  PMPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = MPI_UNDEFINED;
  status->MPI_TAG = MPI_UNDEFINED;
  for (;; sched_yield())
    if (const auto code = calls().completed_with(number)) return *code;
}

int discard(void* number) {
  calls().remove(number);
  return MPI_SUCCESS;
}

int cancel(void*, int) { return MPI_SUCCESS; }

}  // namespace

int start_for_program(const Protocol& protocol, const Call& call, Handles handles,
                      MPI_Request* request) {
  void* const number = calls().add(std::move(handles));
  const int code = PMPI_Grequest_start(query, discard, cancel, number, request);
  if (code != MPI_SUCCESS) {
    calls().remove(number);
    return code;
  }
  calls().set_request(number, *request);
  const auto complete = [number, started = *request](int result) {
    calls().end(number, result);
    PMPI_Grequest_complete(started);
    calls().set_completed(number);
  };
  try {
    start(protocol, call, [complete](const std::string& failure) {
      complete(failure.empty() ? MPI_SUCCESS : MPI_ERR_OTHER);
    });
  } catch (const MpiError& error) {
    complete(error.code);
  } catch (const fabric::FabricError&) {
    complete(MPI_ERR_OTHER);
  }
  return MPI_SUCCESS;
}

void wait_for_started_calls(std::span<const MPI_Request> requests) {
  for (const MPI_Request request : requests) {
    if (request == MPI_REQUEST_NULL || !calls().contains(request)) continue;
    int complete = 0;
    while (PMPI_Request_get_status(request, &complete, MPI_STATUS_IGNORE) == MPI_SUCCESS &&
           complete == 0)
      sched_yield();
  }
}

}  // namespace tutti::preload
