#pragma once

#include <chrono>
#include <compare>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "optimized/overlap/access_trace.hpp"
#include "optimized/overlap/early_return_decision.hpp"
#include "optimized/overlap/priorities.hpp"
#include "preload/access_record.hpp"

namespace tutti::preload {

/// What calls that overlap fetch first.
enum class Priority {
  forward,  ///< always the same
  demand,   ///< what the program waits for, and what lies behind it
  learned,  ///< that, and before what it is expected to use first
};

/// Where the orders come from that are expected.
struct Learning {
  Priority priority = Priority::learned;
  std::string trace_path;   ///< TUTTI_TRACE: where to write what was learned; empty: nowhere
  bool every_call = false;  ///< is traced; else one from each place
  std::vector<AccessRecord> known = {};  ///< TUTTI_ORDER: of this rank
  std::map<OperationParameters, overlap::EarlyReturnDecision::Seconds> known_decisions =
      {};  ///< and of all ranks
};

/// A call that ran to its end, and what the program does with what it brought.
struct TracedCall {
  std::shared_ptr<const overlap::AccessTrace> accesses;  ///< null if the memory cannot be closed
  double comm_seconds = 0;                               ///< until its data were there
  double init_seconds = 0;                               ///< until it could have returned
};

/// In which order this rank uses what collectives bring, by the place of the call and its shape, and what
/// all gain by that such calls return early. Each rank has its own order: whoever receives decides what it
/// fetches first.
class LearnedOrders {
 public:
  struct Key {
    const void* site = nullptr;
    OperationParameters parameters = {};

    friend auto operator<=>(const Key&, const Key&) = default;
  };

  /// Seconds that the trace of a call takes which would tell nothing.
  static constexpr double no_trace = std::numeric_limits<double>::infinity();

  LearnedOrders(Learning learning, int rank) : learning_(std::move(learning)), rank_(rank) {}

  /// For a call that begins, to return early or not, and whose trace would take so long. None if it is to be
  /// traced.
  std::optional<overlap::Priorities> priorities(const Key& key, bool early, double trace_seconds);
  /// It was traced.
  void traced(const Key& key, TracedCall call);
  /// Seconds of such a call that the computation behind it can hide, by formula (3). Infinity where no trace
  /// tells, but none where one is still to tell.
  double hidden_seconds(const Key& key, double trace_seconds);

  /// Of calls with these parameters, which return early or not as that says.
  overlap::EarlyReturnDecision decision(const OperationParameters& parameters) const;
  void agreed(const Key& key, std::optional<overlap::EarlyReturnDecision::Seconds> decision);

  /// Ends all traces, and writes what they saw, if that is asked for. Collective over the world.
  void write();

 private:
  using Clock = overlap::AccessTrace::Clock;
  struct CallSite {
    int early_calls = 0;  ///< whose trace would pay
    bool was_traced = false;
    TracedCall traced;                                 ///< whose trace may not be over
    std::shared_ptr<const overlap::AccessTrace> seen;  ///< the last that saw anything
    double hidden_seconds = std::numeric_limits<double>::infinity();
    std::optional<overlap::AccessOrder> order;
    std::optional<overlap::EarlyReturnDecision::Seconds> decision;
  };

  CallSite& at(const Key& key);
  CallSite& learned(const Key& key);
  bool is_useful_for(const CallSite& place) const;
  bool is_to_be_traced(CallSite& place, bool early, double trace_seconds);
  std::optional<overlap::AccessOrder> known_order(const Key& key) const;
  static void learn(CallSite& place);
  AccessRecord record_of(const Key& key, const CallSite& place) const;

  Learning learning_;
  int rank_;
  Clock::time_point begun_ = Clock::now();
  std::mutex mutex_;
  double traced_seconds_ = 0;  ///< that traces took so far
  std::map<Key, CallSite> places_;
};

}  // namespace tutti::preload
