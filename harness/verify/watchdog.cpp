#include "harness/verify/watchdog.hpp"

#include <cstdlib>
#include <utility>

namespace tutti {

constexpr auto glance = std::chrono::milliseconds(200);

/// Who looks five times a second and missed so much did not run: the ranks did not, either.
constexpr auto standstill = std::chrono::seconds(1);

Watchdog::Watchdog(Board& board, std::function<void()> on_hang)
    : board_(board), on_hang_(std::move(on_hang)), thread_([this] { watch(); }) {}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Watchdog::arm(std::chrono::milliseconds limit) {
  const std::lock_guard lock(mutex_);
  armed_ = true;
  deadline_ = Clock::now() + limit;
}

void Watchdog::disarm() {
  const std::lock_guard lock(mutex_);
  armed_ = false;
}

void Watchdog::watch() {
  std::unique_lock lock(mutex_);
  auto last_look = Clock::now();
  while (!finished_) {
    wake_.wait_for(lock, glance);
    const auto now = Clock::now();
    const auto away = now - std::exchange(last_look, now);
    if (away > standstill) deadline_ += away;
    if (board_.ending()) std::_Exit(1);
    if (!expired()) continue;
    // The lock stays held: a case that ends just now must not go on beside the report.
    on_hang_();
    board_.end_all();
    std::_Exit(1);
  }
}

}  // namespace tutti
