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

/// A receive buffer whose data are there, and which is closed all the same: to see when the program uses
/// which part of it. Whoever waits for any of it gets it at once, from a tracer.
/// Source: T-NBC, section 5.1.1.
class AccessTrace {
 public:
  using Clock = std::chrono::steady_clock;

  /// Who wants any of the memory from now on rings, by an eventfd.
  AccessTrace(std::unique_ptr<ProtectedMemory> protected_memory, int event_fd);

  /// Opens what is waited for. For one thread only.
  void open_wanted() noexcept;
  /// Opens the rest. For that thread only, or behind its end.
  void open_all() noexcept;

  /// Has the tracer open the rest, and waits for it.
  void end() const noexcept;
  bool is_over() const noexcept { return over_.load(std::memory_order_acquire); }

  /// These may be asked once it is over.
  const std::vector<Access>& accesses() const { return accesses_; }
  const SubMessages& sub_messages() const { return sub_messages_; }
  /// When the call had ended.
  Clock::time_point begun() const { return begun_; }

 private:
  std::unique_ptr<ProtectedMemory> protected_memory_;
  Pages pages_;
  SubMessages sub_messages_;
  std::uint64_t left_;  ///< a bit for each sub-message that is closed
  std::vector<Access> accesses_;
  Clock::time_point begun_ = Clock::now();
  std::atomic<bool> over_ = false;
};

}  // namespace tutti::overlap
