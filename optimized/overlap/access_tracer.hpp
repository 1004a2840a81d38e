#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "optimized/overlap/access_trace.hpp"
#include "optimized/overlap/event_fd.hpp"

namespace tutti::overlap {

/// Traces accesses to receive buffers, in a thread of its own: with userfaultfd the kernel reports
/// accesses in a file, and with mprotect the accessing thread must do no more than wait. The thread
/// sleeps while no thread waits for traced memory.
class AccessTracer {
 public:
  /// Starts the thread. The guard must outlive this object.
  explicit AccessTracer(Guard& guard);
  /// Ends all traces.
  ~AccessTracer();
  AccessTracer(const AccessTracer&) = delete;
  AccessTracer& operator=(const AccessTracer&) = delete;

  /// Returns whether there are enough pages for their order to matter.
  static bool pays_for(Pages pages);
  /// Protects the pages, whose data are there, and starts a trace. Returns null if it does not pay,
  /// or if the pages cannot be protected.
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
