#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "optimized/overlap/access_order.hpp"
#include "optimized/overlap/guard.hpp"
#include "optimized/overlap/protectable_pages.hpp"
#include "optimized/protocol/protocol.hpp"

namespace tutti::overlap {

/// Lets blocking collectives return before their data are there. Another thread must continue them,
/// by active::progress_started().
/// Source: T-NBC.
class Overlapper {
  class Running;

 public:
  /// `failed` is called for each call that cannot be completed after it has returned, `started` for
  /// each call that has started and has to be continued.
  Overlapper(std::unique_ptr<Guard> guard, std::function<void(const std::string&)> failed,
             std::function<void()> started)
      : guard_(std::move(guard)), failed_(std::move(failed)), started_(std::move(started)) {}
  /// Waits for all calls.
  ~Overlapper();
  Overlapper(const Overlapper&) = delete;
  Overlapper& operator=(const Overlapper&) = delete;

  Guard& guard() { return *guard_; }

  /// Runs the call at this rank of its communicator. None of its receive buffer may be protected;
  /// without priorities the call does not return early. Returns whether the call may have returned
  /// before its data were there, which is not the case if its memory cannot be guarded. Throws
  /// MpiError and FabricError.
  bool run(const Protocol& protocol, const Call& call, int rank, int ranks,
           std::optional<Priorities> priorities);

  /// Waits until all calls that have returned early are complete, here and for the ranks that get
  /// data from here, or until one of them has failed.
  void finish_returned() noexcept;

 private:
  std::shared_ptr<Running> begin(const Protocol& protocol, const Call& call, int rank, int ranks,
                                 std::optional<Priorities> priorities, Bytes room);
  bool run_around(const Protocol& protocol, const Call& call, int rank, int ranks,
                  std::optional<Priorities> priorities, Bytes room);
  bool run_reduction(const Protocol& protocol, const Call& call, int rank, int ranks,
                     std::optional<Priorities> priorities);

  std::unique_ptr<Guard> guard_;
  std::function<void(const std::string&)> failed_;
  std::function<void()> started_;
  std::atomic<int> under_way_ = 0, returned_early_ = 0;
  std::atomic<bool> failed_after_return_ = false;  ///< whether a call failed after it returned
};

}  // namespace tutti::overlap
