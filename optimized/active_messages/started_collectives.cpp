#include "optimized/active_messages/started_collectives.hpp"

#include <cassert>
#include <utility>

#include "optimized/active_messages/control_structure.hpp"

namespace tutti::active {

void StartedCollectives::add(const Call& call, const SharedPlan& plan,
                             const MessageOptions& options, Done done) {
  items_.push_back({call, plan, options, std::move(done)});
}

void StartedCollectives::begin_first() {
  assert(!items_.empty() && !begun_);
  begun_ = true;
  const auto& item = items_.front();
  if (item.is_barrier())
    control_.begin_barrier(control_.barrier_plan(*item.plan));
  else
    control_.begin(item.call, item.plan, item.options);
}

bool StartedCollectives::first_is_complete() const {
  assert(begun_);
  return items_.front().is_barrier() ? control_.barrier_complete() : control_.complete();
}

void StartedCollectives::end_first() {
  assert(begun_ && first_is_complete());
  if (!items_.front().is_barrier()) control_.end();
  const auto item = std::move(items_.front());
  items_.pop_front();
  begun_ = false;
  item.done({});
}

void StartedCollectives::fail_all(const std::string& reason) {
  if (std::exchange(begun_, false)) control_.abandon();
  for (const auto& item : std::exchange(items_, {})) item.done(reason);
}

void StartedCollectives::advance() try {
  control_.check_failure();
  while (!items_.empty()) {
    if (!begun_) begin_first();
    control_.continue_input();
    if (!first_is_complete()) return;
    end_first();
  }
} catch (const std::exception& error) {
  control_.fail(error.what());
  fail_all(error.what());
}

}  // namespace tutti::active
