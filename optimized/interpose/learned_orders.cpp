#include "optimized/interpose/learned_orders.hpp"

#include <algorithm>
#include <utility>

#include "optimized/interpose/call_site.hpp"
#include "optimized/interpose/microseconds.hpp"
#include "optimized/interpose/world_text.hpp"

namespace tutti::interpose {
namespace {

/// A traced call does not return early: who only calls once shall have that.
constexpr int traced_early_call = 2;

std::vector<std::size_t> order_of(const overlap::AccessTrace& trace) {
  std::vector<std::size_t> order;
  for (const auto& access : trace.accesses()) order.push_back(access.sub_message);
  return order;
}

}  // namespace

std::optional<overlap::Priorities> LearnedOrders::priorities(const Key& key, bool early,
                                                             bool pays) {
  const std::scoped_lock lock(mutex_);
  Place& place = at(key);
  learn(place);
  if (is_to_be_traced(place, early, pays)) return std::nullopt;
  return overlap::Priorities{.order = place.order.value_or(overlap::AccessOrder{}),
                             .on_demand = learning_.priority != Priority::forward};
}

void LearnedOrders::traced(const Key& key, std::shared_ptr<const overlap::AccessTrace> trace) {
  const std::scoped_lock lock(mutex_);
  at(key).trace = std::move(trace);
}

LearnedOrders::Place& LearnedOrders::at(const Key& key) {
  const auto [place, fresh] = places_.try_emplace(key);
  if (fresh && learning_.priority == Priority::learned) place->second.order = known_order(key);
  return place->second;
}

bool LearnedOrders::is_to_be_traced(Place& place, bool early, bool pays) const {
  if (!learning_.trace_path.empty()) return true;
  if (learning_.priority != Priority::learned || place.order || place.was_traced || !pays)
    return false;
  place.was_traced = !early || ++place.early_calls == traced_early_call;
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

/// The program calls again: what it has not used by now it does not use first.
void LearnedOrders::learn(Place& place) {
  const auto trace = std::exchange(place.trace, nullptr);
  if (!trace) return;
  trace->end();
  if (trace->accesses().empty()) return;
  place.seen = trace;
  place.order = overlap::AccessOrder(order_of(*trace));
}

AccessRecord LearnedOrders::record_of(const Key& key, const overlap::AccessTrace& trace) const {
  AccessRecord record{.site = call_site(key.site),
                      .parameters = key.parameters,
                      .rank = rank_,
                      .ended_us = microseconds(trace.begun() - begun_),
                      .sub_messages = trace.sub_messages().count(),
                      .sub_message_bytes = trace.sub_messages().bytes_each(),
                      .order = order_of(trace),
                      .access_us = {}};
  for (const auto& access : trace.accesses())
    record.access_us.push_back(microseconds(access.time - trace.begun()));
  return record;
}

void LearnedOrders::write() {
  const std::scoped_lock lock(mutex_);
  std::string lines;
  for (auto& [key, place] : places_) {
    learn(place);
    if (place.seen) lines += line_of(record_of(key, *place.seen));
  }
  if (!learning_.trace_path.empty())
    write_at_first_rank(collected(lines), learning_.trace_path, "TUTTI_TRACE");
}

}  // namespace tutti::interpose
