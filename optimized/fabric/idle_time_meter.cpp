#include "optimized/fabric/idle_time_meter.hpp"

namespace tutti::fabric {
namespace {

constinit thread_local IdleTimer* timer = nullptr;

}  // namespace

IdleTimer::IdleTimer() { timer = this; }

IdleTimer::~IdleTimer() { timer = nullptr; }

IdleTimer* IdleTimer::running() { return timer; }

void IdleTimer::look(bool again) {
  const auto now = Clock::now();
  if (again && looked_ && now - *looked_ < longest_alone) idle_ += now - *looked_;
  looked_ = now;
}

std::optional<double> IdleTimer::seconds() const {
  if (!looked_) return std::nullopt;
  return std::chrono::duration<double>(idle_).count();
}

}  // namespace tutti::fabric
