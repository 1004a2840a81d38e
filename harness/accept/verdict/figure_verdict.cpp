#include "harness/accept/verdict/figure_verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace tutti {
namespace {

std::vector<double> in_order(const LaunchValues& values) {
  std::vector<double> list;
  for (const auto& [launch, value] : values) list.push_back(value);
  return list;
}

/// Lists what was measured, for a requirement that matches nothing of it.
std::string measured(const LaunchMedians& all) {
  std::set<std::string> known;
  for (const auto& [of, values] : all)
    known.insert(fmt::format("{} of each {} in {}", of.measure,
                             of.hosts.empty()       ? "machine"
                             : of.hosts.size() == 1 ? "node"
                                                    : "pair",
                             of.unit));
  return known.empty() ? "the results have none"
                       : fmt::format("there are {}", fmt::join(known, ", "));
}

/// Judges one limit at all of its places.
class LimitJudge {
 public:
  LimitJudge(const Requirements& requirements, const Requirement& requirement,
             const LaunchMedians& results, const LaunchMedians* baseline, double false_alarms)
      : requirements_(requirements),
        requirement_(requirement),
        wanted_(std::get<FigureRequirement>(requirement.demand)),
        places_(required_values(results, wanted_)) {
    if (places_.empty())
      requirements.reject(requirement,
                          "expected figures that the requirement matches; " + measured(results));
    if (baseline) baseline_ = required_values(*baseline, wanted_);
    if (wanted_.limit.reference == Reference::baseline) check_baseline(baseline != nullptr);
    false_alarms_ = false_alarms / static_cast<double>(places_.size());
    several_ = {differ(&Measurand::bytes), differ(&Measurand::ranks),
                differ(&Measurand::ranks_per_node), differ(&Measurand::unit)};
    if (requirements.shared_spread && wanted_.limit.reference == Reference::median)
      add_scatter_of_places();
  }

  std::vector<PlaceVerdict> verdicts() const {
    std::vector<PlaceVerdict> list;
    for (const auto& [of, values] : places_) list.push_back(verdict_at(of));
    return list;
  }

 private:
  /// What differs between the figures that the requirement matches.
  struct Several {
    bool bytes = false, ranks = false, ranks_per_node = false, unit = false;
  };

  template <class Value>
  bool differ(Value Measurand::*member) const {
    const auto& first = places_.begin()->first;
    return std::ranges::any_of(
        places_, [&](const auto& place) { return place.first.*member != first.*member; });
  }

  std::string details(const Measurand& of) const {
    std::string text;
    if (several_.bytes) text += fmt::format(" bytes={}", of.bytes);
    if (several_.ranks) text += fmt::format(" ranks={}", of.ranks);
    if (several_.ranks_per_node) text += fmt::format(" ranks_per_node={}", of.ranks_per_node);
    if (several_.unit) text += " in " + of.unit;
    return text;
  }

  void check_baseline(bool given) const {
    if (!given) requirements_.reject(requirement_, "expected a baseline to compare with");
    if (std::ranges::none_of(places_,
                             [&](const auto& place) { return baseline_.contains(place.first); }))
      requirements_.reject(requirement_, "expected figures in the baseline that it matches");
  }

  std::vector<double> baseline_of(const Measurand& of) const {
    const auto found = baseline_.find(of);
    return found == baseline_.end() ? std::vector<double>{} : in_order(found->second);
  }

  LimitQuestion question(const Measurand& of) const {
    LimitQuestion question{.launches = in_order(places_.at(of)),
                           .limit = std::log(wanted_.limit.scaled()),
                           .at_most = wanted_.at_most,
                           .false_alarms = false_alarms_,
                           .false_passes = requirements_.false_passes};
    if (wanted_.limit.reference == Reference::baseline) question.baseline = baseline_of(of);
    if (requirements_.shared_spread)
      for (std::size_t look = 1; look <= question.launches.size(); ++look)
        question.shared.push_back(shared_scatter(of, look));
    return question;
  }

  static Scatter scatter_until(std::size_t look, const std::vector<double>& values) {
    return scatter_of(std::span(values).first(std::min(look, values.size())));
  }

  void add_scatter_of_places() {
    std::set<std::string> hosts;
    for (const auto& [of, launches] : places_) {
      hosts.insert(of.hosts.begin(), of.hosts.end());
      const auto values = in_order(launches);
      all_places_.resize(std::max(all_places_.size(), values.size()));
    }
    for (const auto& [of, launches] : places_)
      for (std::size_t look = 1; look <= all_places_.size(); ++look)
        all_places_[look - 1] = all_places_[look - 1] + scatter_until(look, in_order(launches));
    independent_ =
        std::max(static_cast<double>(hosts.size()) - 2, 0.0) / static_cast<double>(places_.size());
  }

  /// The scatter of other places up to a look, if the limit is relative to their median, so that
  /// what a launch does to all of them cancels out; else that of the baseline. Places depend on
  /// each other by the median, and pairs by their hosts: it counts as that of fewer, independent
  /// ones.
  Scatter shared_scatter(const Measurand& of, std::size_t look) const {
    if (wanted_.limit.reference != Reference::median) return scatter_of(baseline_of(of));
    return (all_places_[look - 1] - scatter_until(look, in_order(places_.at(of)))) * independent_;
  }

  PlaceVerdict verdict_at(const Measurand& of) const {
    const auto asked = question(of);
    if (wanted_.limit.reference == Reference::baseline && asked.baseline.empty())
      return not_in_baseline(of, asked);
    const auto told = answer(asked);
    const auto written = [&](double logarithm) {
      return std::exp(logarithm) / wanted_.limit.scale;
    };
    PlaceVerdict verdict{.place = place_name(of.hosts),
                         .details = details(of),
                         .conformity = told.conformity,
                         .value = written(told.value),
                         .low = written(told.low),
                         .high = written(told.high),
                         .limit = wanted_.limit.number,
                         .unit = wanted_.limit.unit,
                         .launches = told.launches,
                         .launches_needed = told.launches_needed};
    verdict.reason = reason(verdict);
    return verdict;
  }

  PlaceVerdict not_in_baseline(const Measurand& of, const LimitQuestion& asked) const {
    return {.place = place_name(of.hosts),
            .details = details(of),
            .limit = wanted_.limit.number,
            .unit = wanted_.limit.unit,
            .launches = static_cast<int>(asked.launches.size()),
            .launches_needed = launches_needed_max,
            .reason = "the baseline has no such figure"};
  }

  std::string reason(const PlaceVerdict& verdict) const {
    const auto unit = verdict.unit == "1" ? "" : " " + verdict.unit;
    const auto text =
        fmt::format("{:.4g}{} ({} to {}) where {} {:.4g}{} is required", verdict.value, unit,
                    bound(verdict.low, verdict.value), bound(verdict.high, verdict.value),
                    wanted_.at_most ? "at most" : "at least", verdict.limit, unit);
    if (verdict.conformity != Conformity::cannot_tell) return text;
    if (verdict.launches_needed >= launches_needed_max)
      return text + "; more launches will hardly tell";
    return text + fmt::format("; {} launches would tell", verdict.launches_needed);
  }

  /// Few launches can leave a bound so far away that its number would only look odd.
  static std::string bound(double number, double value) {
    constexpr double far = 100;
    return number * far > value && number < value * far ? fmt::format("{:.4g}", number) : "unknown";
  }

  const Requirements& requirements_;
  const Requirement& requirement_;
  const FigureRequirement& wanted_;
  LaunchMedians places_;
  LaunchMedians baseline_ = {};
  double false_alarms_ = 0;  ///< of each place
  Several several_ = {};
  std::vector<Scatter> all_places_ = {};  ///< up to each look
  double independent_ = 0;                ///< share of the places that is taken to be independent
};

}  // namespace

std::string place_name(const std::vector<std::string>& hosts) {
  return hosts.empty() ? "machine" : fmt::format("{}", fmt::join(hosts, " - "));
}

std::vector<PlaceVerdict> figure_verdicts(const Requirements& requirements,
                                          const Requirement& requirement,
                                          const LaunchMedians& results,
                                          const LaunchMedians* baseline, double false_alarms) {
  return LimitJudge(requirements, requirement, results, baseline, false_alarms).verdicts();
}

}  // namespace tutti
