#include "optimized/fabric/idle_time_meter.hpp"

namespace tutti::fabric {
namespace {

constinit thread_local IdleTimeMeter* timer = nullptr;

}  // namespace

IdleTimeMeter::IdleTimeMeter() { timer = this; }

IdleTimeMeter::~IdleTimeMeter() { timer = nullptr; }

IdleTimeMeter* IdleTimeMeter::running() { return timer; }

void IdleTimeMeter::look(bool again) {
  const auto now = Clock::now();
  if (again && looked_ && now - *looked_ < longest_alone) idle_ += now - *looked_;
  looked_ = now;
}

std::optional<double> IdleTimeMeter::seconds() const {
  if (!looked_) return std::nullopt;
  return std::chrono::duration<double>(idle_).count();
}

}  // namespace tutti::fabric
