#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "optimized/overlap/access_trace.hpp"
#include "optimized/overlap/event_fd.hpp"

namespace tutti::overlap {

/// Traces accesses to receive buffers, in a thread of its own: the kernel tells of those under
/// userfaultfd in a file, and who faults under mprotect must not do more than wait. Asleep while nobody
/// waits for what is traced.
class AccessTracer {
 public:
  /// The guard must outlive this.
  explicit AccessTracer(Guard& guard);
  /// Ends all traces.
  ~AccessTracer();
  AccessTracer(const AccessTracer&) = delete;
  AccessTracer& operator=(const AccessTracer&) = delete;

  /// True if the pages are enough for their order to matter.
  static bool pays_for(Pages pages);
  /// Closes the pages, whose data are there. Null if it does not pay, or they cannot be closed.
  std::shared_ptr<const AccessTrace> trace(Pages pages);

 private:
  void run() noexcept;
  void wait() noexcept;

  Guard& guard_;
  EventFd event_fd_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<AccessTrace>> traces_;  ///< that are not over
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

}  // namespace tutti::overlap
