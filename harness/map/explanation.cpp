#include "harness/map/explanation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/map/candidate_times.hpp"
#include "harness/map/measured_choices.hpp"
#include "harness/traffic/traffic.hpp"

namespace tutti {
namespace {

/// Returns the value if it is among the measured ones, else the next ones below and above.
template <class Value>
std::set<Value> nearest(const std::set<Value>& measured, Value value) {
  if (measured.contains(value)) return {value};
  std::set<Value> found;
  const auto above = measured.lower_bound(value);
  if (above != measured.end()) found.insert(*above);
  if (above != measured.begin()) found.insert(*std::prev(above));
  return found;
}

std::vector<Point> nearest_points(const CandidatesByRanks& times, const Point& point) {
  std::set<int> ranks;
  for (const auto& [key, sizes] : times)
    if (key.first == point.collective) ranks.insert(key.second);
  std::vector<Point> points;
  for (const int near : nearest(ranks, point.ranks)) {
    std::set<std::int64_t> bytes;
    for (const auto& [size, candidates] : times.at({point.collective, near})) bytes.insert(size);
    for (const auto size : nearest(bytes, point.bytes))
      points.push_back({point.collective, near, size});
  }
  return points;
}

PointEvidence evidence_at(const Point& point, const Candidates& candidates,
                          const std::vector<ResultSection>& measurements,
                          const Significance& significance) {
  PointEvidence evidence{.point = point};
  for (const auto& [subject, times] : candidates) {
    const auto pairing = with_default(candidates, subject);
    if (subject == library_default || pairing.candidate.empty()) continue;
    evidence.subjects.push_back(
        {.subject = subject,
         .speedup = speedup(pairing.candidate, pairing.baseline),
         .verdict = compare(pairing.candidate, pairing.baseline, significance)});
  }
  std::ranges::sort(evidence.subjects, std::greater(),
                    [](const SubjectAgainstDefault& of) { return of.speedup.value; });
  for (const auto& section : measurements)
    for (const auto& row : section.measurements)
      if (row.point == point) {
        evidence.launches.insert(row.launch);
        evidence.days.insert(section.header.date.substr(0, 10));
      }
  return evidence;
}

std::string print_range(std::int64_t first, std::int64_t last) {
  if (first == last) return fmt::format("{}", first);
  if (last == unlimited - 1) return fmt::format("from {} on", first);
  return fmt::format("{} to {}", first, last);
}

std::string print(const MapRule& rule) {
  return fmt::format("  by the rule for {} ranks, {} bytes; measured at {} bytes{}\n",
                     print_range(rule.domain.ranks.begin, rule.domain.ranks.end - 1),
                     print_range(rule.domain.bytes.begin, rule.domain.bytes.end - 1),
                     fmt::join(rule.measured_bytes, ", "),
                     rule.commutative_only ? "; for commutative operations only" : "");
}

std::string print(const PointEvidence& evidence, const std::string& chosen) {
  auto text =
      fmt::format("at {}, launch {} of {}, times as fast as the default:\n", print(evidence.point),
                  fmt::join(evidence.launches, ", "), fmt::join(evidence.days, ", "));
  for (const auto& [subject, speedup, verdict] : evidence.subjects)
    text += fmt::format("{} {:6.2f} [{:.2f}, {:.2f}] {:<6} {}\n", subject == chosen ? '>' : ' ',
                        speedup.value, speedup.interval.low, speedup.interval.high, name(verdict),
                        subject);
  return text;
}

}  // namespace

Explanation explain(const SelectionMap& map, const std::vector<ResultSection>& measurements,
                    const Point& point, const Significance& significance) {
  Explanation explanation{.point = point};
  if (const auto* rule = rule_at(map, point)) explanation.rule = *rule;
  const auto times = candidate_times(measurements);
  for (const auto& near : nearest_points(times, point))
    explanation.evidence.push_back(evidence_at(
        near, times.at({near.collective, near.ranks}).at(near.bytes), measurements, significance));
  return explanation;
}

std::string default_at(const Explanation& explanation, const std::string& launcher) {
  const auto& point = explanation.point;
  if (point.ranks < 2) return "there are no messages to tell it by";
  const CallOfSubject by_default{point, library_default};
  std::set<CallOfSubject> calls{by_default};
  for (const auto& evidence : explanation.evidence)
    for (const auto& [subject, speedup, verdict] : evidence.subjects)
      calls.insert({point, subject});
  const auto recorded = record_traffic(
      {.launcher = launcher, .ranks = point.ranks, .calls = {calls.begin(), calls.end()}});
  const auto own = recorded.messages.find(by_default);
  if (own == recorded.messages.end())
    return fmt::format("it cannot run: {}", recorded.skipped.at(by_default));
  std::vector<std::string> alike;
  for (const auto& [call, messages] : recorded.messages)
    if (call != by_default && messages == own->second) alike.push_back(call.second);
  return alike.empty() ? "it sends other messages than all measured algorithms"
                       : fmt::format("it sends the messages of {}", fmt::join(alike, ", "));
}

std::string print(const Explanation& explanation, const std::string& by_default) {
  const auto& rule = explanation.rule;
  auto text = fmt::format("{}: {}\n", print(explanation.point),
                          rule ? rule->subject : "the library's default");
  text += rule ? print(*rule) : "  no rule holds there\n";
  text += fmt::format("  without the map: {}\n", by_default);
  if (explanation.evidence.empty())
    text += fmt::format("{} was not measured\n", name(explanation.point.collective));
  for (const auto& evidence : explanation.evidence)
    text += print(evidence, rule ? rule->subject : "");
  return text;
}

}  // namespace tutti
