#include "harness/accept/verdict/verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "harness/accept/verdict/figure_verdict.hpp"

namespace tutti {
namespace {

/// What the requirements of one file are judged by.
struct Judged {
  const Requirements& requirements;
  const AcceptanceResults& results;
  LaunchMedians medians;
  std::optional<LaunchMedians> baseline;
  double false_alarms;  ///< the share of one requirement
};

PlaceVerdict certain(const std::string& place, bool holds, const std::string& reason,
                     int launches) {
  return {.place = place,
          .conformity = holds ? Conformity::holds : Conformity::falls_short,
          .launches = launches,
          .launches_needed = launches,
          .reason = reason};
}

std::vector<PlaceVerdict> verdicts(const FigureRequirement&, const Requirement& requirement,
                                   const Judged& evidence) {
  return figure_verdicts(evidence.requirements, requirement, evidence.medians,
                         evidence.baseline ? &*evidence.baseline : nullptr, evidence.false_alarms);
}

/// The values of one fact, by host.
using FactValues = std::map<std::string, std::string>;

/// Returns the facts that the last launch noted, each with a value for every host.
std::map<std::string, FactValues> last_facts(const std::vector<HostFact>& facts) {
  int last = 0;
  for (const auto& fact : facts) last = std::max(last, fact.launch);
  std::set<std::string> hosts;
  std::map<std::string, FactValues> values;
  for (const auto& fact : facts) {
    if (fact.launch != last) continue;
    hosts.insert(fact.host);
    values[fact.fact][fact.host] = fact.value;
  }
  for (auto& [fact, value_of] : values)
    for (const auto& host : hosts) value_of.try_emplace(host, "not known");
  return values;
}

std::string most_frequent(const FactValues& values) {
  std::map<std::string, int> hosts_with;
  for (const auto& [host, value] : values) ++hosts_with[value];
  return std::ranges::max_element(hosts_with, {}, [](const auto& entry) { return entry.second; })
      ->first;
}

std::vector<PlaceVerdict> verdicts(const SameFactRequirement& wanted,
                                   const Requirement& requirement, const Judged& evidence) {
  const auto facts = last_facts(evidence.results.facts);
  std::vector<PlaceVerdict> list;
  bool matched = false;
  for (const auto& [fact, values] : facts) {
    if (wanted.fact != "*" && wanted.fact != fact) continue;
    matched = true;
    const auto usual = most_frequent(values);
    for (const auto& [host, value] : values)
      if (value != usual)
        list.push_back(certain(host, false,
                               fmt::format("{} is {}, elsewhere {}", fact, value, usual),
                               evidence.results.launches));
  }
  if (!matched) {
    std::set<std::string> known;
    for (const auto& [fact, values] : facts) known.insert(fact);
    evidence.requirements.reject(
        requirement,
        fmt::format("expected one of the facts in the results: {}",
                    known.empty() ? "there are none" : fmt::format("{}", fmt::join(known, ", "))));
  }
  if (list.empty())
    list.push_back(certain("machine", true, "the same at all hosts", evidence.results.launches));
  return list;
}

/// The share of a requirement's false alarms that naming a place takes: at most 1 if its launch may
/// spend as much.
double spent_share(const Finding& finding, const Judged& evidence) {
  return finding.error_probability * finding.launch * (finding.launch + 1) / evidence.false_alarms;
}

/// Returns each place that was named slow, with the surest of its findings.
std::map<std::vector<std::string>, Finding> named_places(const Judged& evidence) {
  std::map<std::vector<std::string>, Finding> named;
  for (const auto& finding : evidence.results.findings) {
    const auto [place, is_new] = named.emplace(finding.hosts, finding);
    if (!is_new && spent_share(finding, evidence) < spent_share(place->second, evidence))
      place->second = finding;
  }
  return named;
}

PlaceVerdict slow_place(const Finding& finding, Conformity conformity, const Judged& evidence) {
  const int launches = evidence.results.launches;
  const bool told = conformity != Conformity::cannot_tell;
  return {.place = place_name(finding.hosts),
          .conformity = conformity,
          .value = finding.ratio,
          .low = finding.low,
          .high = finding.high,
          .unit = "1",
          .launches = launches,
          .launches_needed = told ? launches : launches + 1,
          .reason = fmt::format("{} is slow: {} is {:.3g} ({:.3g} to {:.3g}) of what is expected, "
                                "named without reason with probability {:.2g} at most",
                                finding.kind, finding.measure, finding.ratio, finding.low,
                                finding.high, finding.error_probability)};
}

std::vector<PlaceVerdict> verdicts(const SlowPlacesRequirement& wanted,
                                   const Requirement& requirement, const Judged& evidence) {
  const auto& figures = evidence.results.figures;
  if (std::ranges::all_of(figures, [](const Figure& figure) { return figure.of.hosts.empty(); }))
    evidence.requirements.reject(
        requirement,
        "expected figures of nodes or pairs in the results, among which slow ones show");
  const auto named = named_places(evidence);
  const auto sure = [&](const Finding& finding) { return spent_share(finding, evidence) <= 1; };
  const auto most = static_cast<std::size_t>(wanted.most);
  const auto sure_ones = static_cast<std::size_t>(
      std::ranges::count_if(named, [&](const auto& place) { return sure(place.second); }));
  std::vector<PlaceVerdict> list;
  for (const auto& [hosts, finding] : named)
    list.push_back(slow_place(finding,
                              named.size() <= most                ? Conformity::holds
                              : sure(finding) && sure_ones > most ? Conformity::falls_short
                                                                  : Conformity::cannot_tell,
                              evidence));
  const int launches = evidence.results.launches;
  for (const auto& question : evidence.results.open_questions)
    if (question.launch == launches && !named.contains(question.hosts))
      list.push_back({.place = place_name(question.hosts),
                      .launches = launches,
                      .launches_needed = launches + 1,
                      .reason = fmt::format("{} trials of the {} could not tell: {}",
                                            question.trials, question.kind, question.measure)});
  if (list.empty()) list.push_back(certain("machine", true, "no place is named", launches));
  return list;
}

std::vector<PlaceVerdict> verdicts(const CorrectRequirement&, const Requirement& requirement,
                                   const Judged& evidence) {
  if (evidence.results.proofs.empty())
    evidence.requirements.reject(requirement, "expected collectives that were verified");
  std::map<std::string, CollectiveProof> proof_of;
  for (const auto& proof : evidence.results.proofs) {
    auto& sum = proof_of[proof.collective];
    sum.cases += proof.cases;
    sum.failures += proof.failures;
    if (sum.failing_case.empty()) sum.failing_case = proof.failing_case;
  }
  std::vector<PlaceVerdict> list;
  for (const auto& [collective, proof] : proof_of)
    list.push_back(certain(collective, proof.failures == 0,
                           proof.failures == 0
                               ? fmt::format("{} cases are right", proof.cases)
                               : fmt::format("{} of {} cases fail: {}", proof.failures, proof.cases,
                                             proof.failing_case),
                           evidence.results.launches));
  return list;
}

/// At least one place falls short, or all hold, or it cannot be told.
Conformity of_all(const auto& parts) {
  const auto any = [&](Conformity conformity) {
    return std::ranges::any_of(parts,
                               [&](const auto& part) { return part.conformity == conformity; });
  };
  if (any(Conformity::falls_short)) return Conformity::falls_short;
  return any(Conformity::cannot_tell) ? Conformity::cannot_tell : Conformity::holds;
}

/// Returns whether a requirement is among those that can raise a false alarm.
bool may_err(const Requirement& requirement) {
  return std::holds_alternative<FigureRequirement>(requirement.demand) ||
         std::holds_alternative<SlowPlacesRequirement>(requirement.demand);
}

/// Every host takes part in a launch until it ends, whatever the file of requirements says.
Judgement lost_hosts(const AcceptanceResults& results) {
  std::vector<PlaceVerdict> places;
  for (const auto& lost : results.lost)
    places.push_back(certain(
        lost.host, false,
        fmt::format("{} {:.1f} s after launch {} began", lost.how, lost.seconds, lost.launch),
        results.launches));
  return {"hosts take part to the end", 0, of_all(places), std::move(places)};
}

PlaceVerdict not_measured(const AcceptanceResults& results) {
  return {.place = "machine",
          .launches = results.launches,
          .launches_needed = results.launches + 1,
          .reason = "no launch came to its end"};
}

}  // namespace

std::vector<Judgement> judge(const Requirements& requirements, const AcceptanceResults& results,
                             const AcceptanceResults* baseline) {
  const auto erring =
      std::max<std::ptrdiff_t>(std::ranges::count_if(requirements.list, may_err), 1);
  Judged evidence{.requirements = requirements,
                  .results = results,
                  .medians = launch_medians(results.figures),
                  .baseline = {},
                  .false_alarms = requirements.false_alarms / static_cast<double>(erring)};
  if (baseline) evidence.baseline = launch_medians(baseline->figures);
  std::vector<Judgement> judgements;
  if (!results.lost.empty()) judgements.push_back(lost_hosts(results));
  const bool is_measured = results.lost.empty() || results.launches > 1;
  for (const auto& requirement : requirements.list) {
    auto places =
        is_measured
            ? std::visit(
                  [&](const auto& demand) { return verdicts(demand, requirement, evidence); },
                  requirement.demand)
            : std::vector{not_measured(results)};
    judgements.push_back({requirement.name, requirement.line, of_all(places), std::move(places)});
  }
  return judgements;
}

bool decided(const std::vector<Judgement>& judgements) {
  return std::ranges::none_of(judgements, [](const Judgement& judgement) {
    return judgement.conformity == Conformity::cannot_tell;
  });
}

int launches_needed(const std::vector<Judgement>& judgements) {
  int most = 0;
  for (const auto& judgement : judgements) {
    if (judgement.conformity == Conformity::falls_short) continue;  // however the others turn out
    for (const auto& place : judgement.places) most = std::max(most, place.launches_needed);
  }
  return most;
}

int exit_status(const std::vector<Judgement>& judgements) {
  switch (of_all(judgements)) {
    case Conformity::holds:
      return 0;
    case Conformity::falls_short:
      return 1;
    case Conformity::cannot_tell:
      break;
  }
  return 3;
}

std::vector<FailedPlace> failed_places(const std::vector<Judgement>& judgements) {
  std::vector<FailedPlace> failed;
  for (const auto& judgement : judgements)
    for (const auto& place : judgement.places)
      if (place.conformity == Conformity::falls_short &&
          std::ranges::find(failed, place.place, &FailedPlace::place) == failed.end())
        failed.push_back({place.place, place.reason, judgement.line});
  return failed;
}

}  // namespace tutti
