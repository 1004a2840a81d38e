#include "preload/learned_orders.hpp"

#include <algorithm>
#include <utility>

#include "optimized/overlap/overlap_formula.hpp"
#include "preload/call_site.hpp"
#include "preload/gathered_text.hpp"
#include "preload/microseconds.hpp"

namespace tutti::preload {
namespace {

/// Number of the call, among those of a call site that are to return early, that is traced. A
/// traced call does not return early; a call site that calls only once shall return early.
constexpr int traced_early_call = 2;

std::vector<std::size_t> order_of(const overlap::AccessTrace& trace) {
  std::vector<std::size_t> order;
  for (const auto& access : trace.accesses()) order.push_back(access.sub_message);
  return order;
}

double seconds(overlap::AccessTrace::Clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

/// Returns infinity if the program did not use all sub-messages before the next call: no access
/// shows for how long the others could have waited.
double hidden_seconds_of(const TracedCall& call) {
  const auto& trace = *call.accesses;
  if (trace.accesses().size() < trace.sub_messages().count())
    return std::numeric_limits<double>::infinity();
  std::vector<double> access_seconds;
  for (const auto& access : trace.accesses())
    access_seconds.push_back(seconds(access.time - trace.begun()));
  const auto sub_message_bytes = static_cast<double>(trace.sub_messages().bytes_each());
  return overlap::overlap_seconds_after_init(overlap::observed_phases(
      call.comm_seconds, call.init_seconds, access_seconds, sub_message_bytes));
}

}  // namespace

std::optional<overlap::Priorities> LearnedOrders::priorities(const Key& key, bool early,
                                                             double trace_seconds) {
  const std::scoped_lock lock(mutex_);
  CallSite& place = learned(key);
  if (is_to_be_traced(place, early, trace_seconds)) return std::nullopt;
  overlap::Priorities priorities{.on_demand = learning_.priority != Priority::forward};
  if (learning_.priority == Priority::learned && place.order) priorities.order = *place.order;
  return priorities;
}

void LearnedOrders::traced(const Key& key, TracedCall call) {
  const std::scoped_lock lock(mutex_);
  at(key).traced = std::move(call);
}

double LearnedOrders::hidden_seconds(const Key& key, double trace_seconds) {
  const std::scoped_lock lock(mutex_);
  const CallSite& place = learned(key);
  return trace_seconds < no_trace && is_useful_for(place) ? 0 : place.hidden_seconds;
}

overlap::EarlyReturnDecision LearnedOrders::decision(const OperationParameters& parameters) const {
  using overlap::EarlyReturnDecision;
  const auto known = learning_.known_decisions.find(parameters);
  return EarlyReturnDecision(
      known == learning_.known_decisions.end() ? std::nullopt : std::optional(known->second),
      learning_.trace_path.empty() ? EarlyReturnDecision::Trials::seldom
                                   : EarlyReturnDecision::Trials::every_other);
}

void LearnedOrders::agreed(const Key& key,
                           std::optional<overlap::EarlyReturnDecision::Seconds> decision) {
  const std::scoped_lock lock(mutex_);
  at(key).decision = decision;
}

LearnedOrders::CallSite& LearnedOrders::at(const Key& key) {
  const auto [place, fresh] = places_.try_emplace(key);
  if (fresh && learning_.priority == Priority::learned) place->second.order = known_order(key);
  return place->second;
}

/// Returns the call site after learning from its last trace. That trace is over since the program
/// calls again: what it has not used by now it does not use first.
LearnedOrders::CallSite& LearnedOrders::learned(const Key& key) {
  CallSite& place = at(key);
  learn(place);
  return place;
}

bool LearnedOrders::is_useful_for(const CallSite& place) const {
  return learning_.priority == Priority::learned && !place.order && !place.was_traced;
}

bool LearnedOrders::is_to_be_traced(CallSite& place, bool early, double trace_seconds) {
  if (learning_.every_call) return true;
  const double affordable =
      overlap::EarlyReturnDecision::affordable_share * seconds(Clock::now() - begun_);
  const bool is_asked_for = !learning_.trace_path.empty(),
             is_affordable = traced_seconds_ + trace_seconds < affordable;
  if (place.was_traced || trace_seconds == no_trace) return false;
  if (!is_asked_for && !(is_useful_for(place) && is_affordable)) return false;
  place.was_traced = !early || ++place.early_calls == traced_early_call;
  if (place.was_traced) traced_seconds_ += trace_seconds;
  return place.was_traced;
}

std::optional<overlap::AccessOrder> LearnedOrders::known_order(const Key& key) const {
  if (learning_.known.empty()) return std::nullopt;
  const auto site = call_site(key.site);
  const auto record = std::ranges::find_if(learning_.known, [&](const AccessRecord& known) {
    return known.site == site && known.parameters == key.parameters;
  });
  if (record == learning_.known.end()) return std::nullopt;
  return overlap::AccessOrder(record->order);
}

/// Learns from the last traced call, unless that was done before.
void LearnedOrders::learn(CallSite& place) {
  const auto call = std::exchange(place.traced, {});
  if (!call.accesses) return;
  call.accesses->end();
  if (call.accesses->accesses().empty()) return;
  place.seen = call.accesses;
  place.hidden_seconds = hidden_seconds_of(call);
  place.order = overlap::AccessOrder(order_of(*call.accesses));
}

AccessRecord LearnedOrders::record_of(const Key& key, const CallSite& place) const {
  const auto& trace = *place.seen;
  AccessRecord record{.site = call_site(key.site),
                      .parameters = key.parameters,
                      .rank = rank_,
                      .ended_us = microseconds(trace.begun() - begun_),
                      .sub_messages = trace.sub_messages().count(),
                      .sub_message_bytes = trace.sub_messages().bytes_each(),
                      .order = order_of(trace),
                      .access_us = {},
                      .decision = place.decision};
  for (const auto& access : trace.accesses())
    record.access_us.push_back(microseconds(access.time - trace.begun()));
  return record;
}

void LearnedOrders::write() {
  const std::scoped_lock lock(mutex_);
  std::string lines;
  for (auto& [key, place] : places_) {
    learn(place);
    if (place.seen) lines += line_of(record_of(key, place));
  }
  if (!learning_.trace_path.empty())
    write_at_first_rank(gathered(lines), learning_.trace_path, "TUTTI_TRACE");
}

}  // namespace tutti::preload
