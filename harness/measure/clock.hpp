#pragma once

#include "harness/measure/control_messages.hpp"

namespace tutti {

/// Returns the time of CLOCK_MONOTONIC in microseconds.
double now_us();

/// A clock that all ranks agree on: that of rank 0. All processes of one host read the same clock.
/// Across hosts, the difference is estimated once by ping-pong with rank 0; half of the shortest
/// round-trip time bounds the error.
class CommonClock {
 public:
  /// Collective over the communicator of the exchange.
  explicit CommonClock(const Exchange& exchange);

  double now() const { return now_us() - offset_us_; }
  bool shared() const { return shared_; }  ///< whether all ranks are on one host

 private:
  double offset_us_ = 0;  ///< this process's clock minus rank 0's
  bool shared_ = true;
};

}  // namespace tutti
