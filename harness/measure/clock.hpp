#pragma once

#include "harness/measure/exchange.hpp"

namespace tutti {

/// CLOCK_MONOTONIC in microseconds.
double now_us();

/// A clock that all ranks agree on: rank 0's. On one host all processes read the same clock; across
/// hosts the difference is estimated once, by ping-pong with rank 0: the round trip that took least
/// time bounds the error by its half.
class CommonClock {
 public:
  /// Collective.
  explicit CommonClock(const Exchange& exchange);

  double now() const { return now_us() - offset_us_; }
  bool shared() const { return shared_; }  ///< all ranks on one host

 private:
  double offset_us_ = 0;  ///< this process's clock minus rank 0's
  bool shared_ = true;
};

}  // namespace tutti
