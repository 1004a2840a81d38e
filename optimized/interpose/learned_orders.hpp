#pragma once

#include <chrono>
#include <compare>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "optimized/interpose/access_record.hpp"
#include "optimized/overlap/access_trace.hpp"
#include "optimized/overlap/priorities.hpp"

namespace tutti::interpose {

/// What calls that overlap fetch first.
enum class Priority {
  forward,  ///< always the same
  demand,   ///< what the program waits for, and what lies behind it
  learned,  ///< that, and before what it is expected to use first
};

/// Where the orders come from that are expected.
struct Learning {
  Priority priority = Priority::learned;
  std::string trace_path;  ///< TUTTI_TRACE: every call is traced; empty: one call from each place
  std::vector<AccessRecord> known = {};  ///< TUTTI_ORDER: of this rank
};

/// In which order this rank uses what collectives bring, by the place of the call and its shape. Each
/// rank has its own: whoever receives decides what it fetches first.
class LearnedOrders {
 public:
  struct Key {
    const void* site = nullptr;
    OperationParameters parameters = {};

    friend auto operator<=>(const Key&, const Key&) = default;
  };

  LearnedOrders(Learning learning, int rank) : learning_(std::move(learning)), rank_(rank) {}

  /// For a call that begins, to return early or not, and whose trace would pay or not. None if it is to be
  /// traced.
  std::optional<overlap::Priorities> priorities(const Key& key, bool early, bool pays);
  /// It was traced. Null if its memory cannot be closed.
  void traced(const Key& key, std::shared_ptr<const overlap::AccessTrace> trace);
  /// Ends all traces, and writes what they saw, if that is asked for. Collective over the world.
  void write();

 private:
  using Clock = overlap::AccessTrace::Clock;
  struct Place {
    int early_calls = 0;  ///< whose trace would pay
    bool was_traced = false;
    std::shared_ptr<const overlap::AccessTrace> trace;  ///< that may not be over
    std::shared_ptr<const overlap::AccessTrace> seen;   ///< the last that saw anything
    std::optional<overlap::AccessOrder> order;
  };

  Place& at(const Key& key);
  bool is_to_be_traced(Place& place, bool early, bool pays) const;
  std::optional<overlap::AccessOrder> known_order(const Key& key) const;
  static void learn(Place& place);
  AccessRecord record_of(const Key& key, const overlap::AccessTrace& trace) const;

  Learning learning_;
  int rank_;
  Clock::time_point begun_ = Clock::now();
  std::mutex mutex_;
  std::map<Key, Place> places_;
};

}  // namespace tutti::interpose
