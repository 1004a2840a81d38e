#include "harness/platform/stop_signals.hpp"

#include <pthread.h>

#include <algorithm>
#include <ctime>

namespace tutti {

StopSignals::StopSignals() {
  sigemptyset(&held_);
  for (const int each : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&held_, each);
  pthread_sigmask(SIG_BLOCK, &held_, &before_);
}

StopSignals::~StopSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

bool StopSignals::arrived_within(std::chrono::milliseconds time) {
  if (signal_ != 0) return true;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
  const auto rest = std::chrono::duration_cast<std::chrono::nanoseconds>(time - seconds);
  const timespec longest{.tv_sec = seconds.count(), .tv_nsec = rest.count()};
  signal_ = std::max(sigtimedwait(&held_, nullptr, &longest), 0);
  return signal_ != 0;
}

}  // namespace tutti
