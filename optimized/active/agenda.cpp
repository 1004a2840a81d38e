#include "optimized/active/agenda.hpp"

#include <utility>

#include "optimized/active/control.hpp"

namespace tutti::active {

void Agenda::add(const Call& call, const SharedPlan& plan, const MessageOptions& options,
                 Done done) {
  items_.push_back({call, plan, options, std::move(done)});
}

void Agenda::begin_first() {
  begun_ = true;
  const auto& item = items_.front();
  if (item.is_barrier())
    control_.begin_barrier(control_.barrier_plan(*item.plan));
  else
    control_.begin(item.call, item.plan, item.options);
}

bool Agenda::first_is_complete() const {
  return items_.front().is_barrier() ? control_.barrier_complete() : control_.complete();
}

void Agenda::end_first() {
  if (!items_.front().is_barrier()) control_.end();
  const auto item = std::move(items_.front());
  items_.pop_front();
  begun_ = false;
  item.done({});
}

void Agenda::fail_all(const std::string& reason) {
  if (std::exchange(begun_, false)) control_.abandon();
  for (const auto& item : std::exchange(items_, {})) item.done(reason);
}

void Agenda::advance() try {
  control_.check_failure();
  while (!items_.empty()) {
    if (!begun_) begin_first();
    control_.take_supply();
    if (!first_is_complete()) return;
    end_first();
  }
} catch (const std::exception& error) {
  control_.fail(error.what());
  fail_all(error.what());
}

}  // namespace tutti::active
