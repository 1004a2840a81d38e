#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "optimized/overlap/guard.hpp"
#include "optimized/overlap/sub_messages.hpp"

namespace tutti::overlap {

/// The first access to a sub-message.
struct Access {
  std::size_t sub_message = 0;
  std::chrono::steady_clock::time_point time;
};

/// A receive buffer that is protected although its data are there, to observe when the program uses
/// which part of it. A thread that waits for a part gets it immediately, from an AccessTracer.
/// Source: T-NBC, section 5.1.1.
class AccessTrace {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts the trace. Each thread that wants any of the memory from now on notifies the event fd.
  AccessTrace(std::unique_ptr<ProtectedMemory> protected_memory, int event_fd);

  /// Makes the sub-messages accessible that threads wait for, and records the accesses. Must be
  /// called by one thread only.
  void unprotect_wanted() noexcept;
  /// Makes the rest accessible. Must be called by the same thread, or after its end.
  void unprotect_all() noexcept;

  /// Requests the rest from the tracer, and waits until it is accessible.
  void end() const noexcept;
  bool is_over() const noexcept { return over_.load(std::memory_order_acquire); }

  /// Returns the accesses in their order. This and sub_messages() may be called once the trace is
  /// over.
  const std::vector<Access>& accesses() const { return accesses_; }
  const SubMessages& sub_messages() const { return sub_messages_; }
  /// Returns the time when the trace began, directly after the call.
  Clock::time_point begun() const { return begun_; }

 private:
  std::unique_ptr<ProtectedMemory> protected_memory_;
  Pages pages_;
  SubMessages sub_messages_;
  std::uint64_t returned_early_;  ///< a bit for each sub-message that is protected
  std::vector<Access> accesses_;
  Clock::time_point begun_ = Clock::now();
  std::atomic<bool> over_ = false;
};

}  // namespace tutti::overlap
