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

#include "optimized/overlap/access_order.hpp"
#include "optimized/overlap/access_trace.hpp"
#include "optimized/overlap/early_return_decision.hpp"
#include "preload/access_record.hpp"

namespace tutti::preload {

/// The order in which calls that overlap fetch their data.
enum class Priority {
  forward,  ///< always from the first sub-message to the last
  demand,   ///< first what the program waits for, and what follows that
  learned,  ///< as `demand`, and until then what it is expected to use first
};

/// How access orders are learned.
struct Learning {
  Priority priority = Priority::learned;
  std::string trace_path;   ///< TUTTI_TRACE: file to write what was learned to; empty: none
  bool every_call = false;  ///< whether every call is traced; else one per call site
  std::vector<AccessRecord> known = {};  ///< TUTTI_ORDER: records of this rank
  std::map<OperationParameters, overlap::EarlyReturnDecision::Seconds> known_decisions =
      {};  ///< TUTTI_ORDER: sums over all ranks
};

/// A call that was complete when it returned, and the program's accesses to the data that it
/// received.
struct TracedCall {
  std::shared_ptr<const overlap::AccessTrace> accesses;  ///< null if the memory cannot be protected
  double comm_seconds = 0;                               ///< until its data had arrived
  double init_seconds = 0;                               ///< until it could have returned early
};

/// The orders in which this rank uses the data of collectives, by call site and shape, and what all
/// ranks gain if such calls return early. Each rank has its own order: every receiver decides what
/// it fetches first.
class LearnedOrders {
 public:
  struct Key {
    const void* site = nullptr;
    OperationParameters parameters = {};

    friend auto operator<=>(const Key&, const Key&) = default;
  };

  /// The `trace_seconds` of a call whose trace would show nothing.
  static constexpr double no_trace = std::numeric_limits<double>::infinity();

  LearnedOrders(Learning learning, int rank) : learning_(std::move(learning)), rank_(rank) {}

  /// Returns the priorities of a call that begins; nothing if the call is to be traced. `early`
  /// says whether it is to return early, `trace_seconds` what its trace would take.
  std::optional<overlap::Priorities> priorities(const Key& key, bool early, double trace_seconds);
  /// Notes that a call was traced.
  void traced(const Key& key, TracedCall call);
  /// Returns the seconds of such a call that the computation after it can hide, by formula (3).
  /// Infinity if no trace shows it; 0 if a trace is still to show it.
  double hidden_seconds(const Key& key, double trace_seconds);

  /// Returns a new early-return decision for calls with these parameters.
  overlap::EarlyReturnDecision decision(const OperationParameters& parameters) const;
  void agreed(const Key& key, std::optional<overlap::EarlyReturnDecision::Seconds> decision);

  /// Ends all traces, and writes what they saw if TUTTI_TRACE is set. Collective over
  /// MPI_COMM_WORLD.
  void write();

 private:
  using Clock = overlap::AccessTrace::Clock;
  struct CallSite {
    int early_calls = 0;  ///< calls to return early whose trace would pay
    bool was_traced = false;
    TracedCall traced;                                 ///< the trace may not be over
    std::shared_ptr<const overlap::AccessTrace> seen;  ///< the last trace with any access
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
  double traced_seconds_ = 0;  ///< seconds that all traces took so far
  std::map<Key, CallSite> places_;
};

}  // namespace tutti::preload
