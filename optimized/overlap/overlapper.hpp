#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "optimized/overlap/guard.hpp"
#include "optimized/overlap/priorities.hpp"
#include "optimized/overlap/receive_blocks.hpp"
#include "optimized/protocol/protocol.hpp"

namespace tutti::overlap {

/// Lets blocking collectives return before their data are there. Somebody else must go on with them, by
/// active::progress_started().
/// Source: T-NBC.
class Overlapper {
  class Running;

 public:
  /// `failed` is told of calls that cannot be completed after they have returned, and `started` of each that
  /// there is something to go on with.
  Overlapper(std::unique_ptr<Guard> guard, std::function<void(const std::string&)> failed,
             std::function<void()> started)
      : guard_(std::move(guard)), failed_(std::move(failed)), started_(std::move(started)) {}
  /// Waits for all calls.
  ~Overlapper();
  Overlapper(const Overlapper&) = delete;
  Overlapper& operator=(const Overlapper&) = delete;

  Guard& guard() { return *guard_; }

  /// Runs the call at this rank of its communicator. Nothing that it receives to may be closed; without
  /// priorities it is not to return early. True if it may have returned before its data were there: not if its
  /// memory cannot be guarded. Throws MpiError, and FabricError.
  bool run(const Protocol& protocol, const Call& call, int rank, int ranks,
           std::optional<Priorities> priorities);

  /// Waits until the calls that the program has left are over, here and for who gets data from here, or one of
  /// them has failed.
  void finish_left() noexcept;

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
  std::atomic<int> under_way_ = 0, left_ = 0;
  std::atomic<bool> lost_ = false;  ///< a call that the program has left
};

}  // namespace tutti::overlap
