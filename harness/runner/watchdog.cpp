#include "harness/runner/watchdog.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace tutti {
namespace {

using namespace std::chrono_literals;

constexpr auto look_interval = 200ms;

/// The longest time between two looks of a watchdog, which looks five times a second. If more time
/// has passed, this process did not run, and the other ranks did not, either.
constexpr auto standstill = 1s;

/// Processor time after which a rank without a step is called stuck: it could have probed for a
/// message some ten thousand times.
constexpr auto enough_processor_time = 200ms;

bool any_step(const std::vector<RankProgress::Effort>& before,
              const std::vector<RankProgress::Effort>& now) {
  return !std::ranges::equal(before, now, {}, &RankProgress::Effort::steps,
                             &RankProgress::Effort::steps);
}

}  // namespace

bool is_stuck(const RankProgress::Effort& before, const RankProgress::Effort& now,
              std::chrono::nanoseconds between) {
  if (!now.in_case || now.ran - before.ran >= enough_processor_time) return true;
  return now.waited - before.waited < between / 2;
}

Watchdog::Watchdog(RankProgress& progress, std::function<void()> on_hang,
                   std::function<void()> on_look)
    : progress_(progress),
      on_hang_(std::move(on_hang)),
      on_look_(std::move(on_look)),
      thread_([this] { watch(); }) {}

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
  limit_ = limit;
  begin_waiting();
}

void Watchdog::disarm() {
  const std::lock_guard lock(mutex_);
  armed_ = false;
}

void Watchdog::begin_waiting() {
  waiting_since_ = Clock::now();
  efforts_ = progress_.efforts();
}

bool Watchdog::hangs() const {
  const auto waited = Clock::now() - waiting_since_;
  if (waited <= limit_) return false;
  const auto now = progress_.efforts();
  return std::ranges::equal(efforts_, now, [&](const auto& before, const auto& after) {
    return is_stuck(before, after, waited);
  });
}

void Watchdog::look(Clock::duration away) {
  if (away > standstill) waiting_since_ += away;
  if (any_step(efforts_, progress_.efforts())) begin_waiting();
  if (on_look_) on_look_();
  if (!on_hang_ || !hangs()) return;
  // The lock stays held, so that a case that ends just now does not go on during the report.
  on_hang_();
  progress_.end_all();
  std::_Exit(1);
}

void Watchdog::watch() {
  std::unique_lock lock(mutex_);
  auto last_look = Clock::now();
  while (!finished_) {
    wake_.wait_for(lock, look_interval);
    const auto away = Clock::now() - std::exchange(last_look, Clock::now());
    if (progress_.ending()) std::_Exit(1);
    progress_.post_processor_time();
    if (armed_) look(away);
  }
}

}  // namespace tutti
