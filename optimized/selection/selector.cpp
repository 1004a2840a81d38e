#include "optimized/selection/selector.hpp"

#include <algorithm>
#include <cmath>

namespace tutti {
namespace {

constexpr std::array<std::string_view, 9> reason_names{"forced",   "rule",        "fit",
                                                       "nothing",  "unstartable", "overlap",
                                                       "blocking", "worthless",   "traced"};
constexpr std::string_view library_itself = "mpi";

/// Returns the cost plus its error. Of many equations some predict too little time, so an uncertain
/// one must predict less to be chosen.
double upper_end(const Performance& performance) {
  return performance.cost * (1 + performance.error);
}

}  // namespace

std::string_view name(Reason reason) { return reason_names[static_cast<std::size_t>(reason)]; }

bool serves(const ProtocolMetadata& metadata, const Shape& shape) {
  if (metadata.commutative_only && !shape.op.commutative) return false;
  return !metadata.protocol || applicable(*metadata.protocol, shape);
}

Selector::Selector(const SelectionMap& map, const std::vector<Protocol>& forced,
                   const Policy& policy, PerformanceFunction performance)
    : policy_(policy), performance_(performance) {
  for (const auto& protocol : forced)
    of(protocol.algorithm->collective).forced.push_back(metadata_of(print(protocol), false));
  for (const auto& rule : map.rules) add(rule);
  for (const auto& fit : map.fits) add(fit);
  for (auto& choices : choices_)
    for (auto& metadata : choices.prospects) sort_for_search(metadata.time_us);
}

ProtocolMetadata Selector::metadata_of(std::string_view subject, bool commutative_only) const {
  ProtocolMetadata metadata{.name = std::string(subject),
                            .protocol = {},
                            .commutative_only = commutative_only,
                            .time_us = {},
                            .performance = performance_};
  if (subject != library_itself) metadata.protocol = parse_protocol(subject);
  return metadata;
}

void Selector::add(const MapRule& rule) {
  const auto& metadata = in_rules_.emplace_back(metadata_of(rule.subject, rule.commutative_only));
  of(rule.collective).rules.push_back({rule.domain, &metadata, rule.measured_bytes});
}

std::vector<OperationParameters> Selector::measured(int ranks) const {
  std::vector<OperationParameters> all;
  for (std::size_t i = 0; i < choices_.size(); ++i)
    for (const auto bytes : sizes_measured(choices_[i], ranks))
      all.push_back({static_cast<Collective>(i), ranks, bytes});
  return all;
}

std::set<std::int64_t> Selector::sizes_measured(const Choices& choices, int ranks) {
  std::set<std::int64_t> sizes;
  for (const auto& rule : choices.rules)
    if (rule.domain.ranks.contains(ranks))
      sizes.insert(rule.measured_bytes.begin(), rule.measured_bytes.end());
  std::int64_t end = 0;
  for (const auto& metadata : choices.prospects)
    for (const auto& equation : metadata.time_us)
      if (equation.domain.ranks.contains(ranks)) {
        sizes.insert(equation.domain.bytes.begin);
        end = std::max(end, equation.domain.bytes.end);
      }
  if (end > 0) sizes.insert(end - 1);
  return sizes;
}

void Selector::add(const MapFit& fit) {
  auto& prospects = of(fit.collective).prospects;
  if (prospects.empty() || prospects.back().name != fit.subject)
    prospects.push_back(metadata_of(fit.subject, fit.commutative_only));
  prospects.back().time_us.push_back(fit.equation);
}

bool Selector::may_choose(Engine engine) const {
  const auto is_of_engine = [engine](const ProtocolMetadata& metadata) {
    return metadata.protocol && metadata.protocol->engine == engine;
  };
  return std::ranges::any_of(in_rules_, is_of_engine) ||
         std::ranges::any_of(choices_, [&](const Choices& choices) {
           return std::ranges::any_of(choices.forced, is_of_engine) ||
                  std::ranges::any_of(choices.prospects, is_of_engine);
         });
}

const std::vector<ProtocolMetadata>& Selector::prospects(Collective collective) const {
  return of(collective).prospects;
}

const ProtocolMetadata* Selector::by_performance(const Shape& shape) const {
  const auto parameters = parameters_of(shape);
  const auto criterion = policy_.criterion.value_or(Criterion{});
  const ProtocolMetadata* best = nullptr;
  double least = 0;
  for (const auto& metadata : prospects(shape.collective)) {
    if (!serves(metadata, shape)) continue;
    const auto performance = metadata.performance(metadata, parameters, criterion);
    if (policy_.criterion) {
      if (performance.fit == Fit::good) return &metadata;
    } else if (std::isfinite(performance.cost) && (!best || upper_end(performance) < least)) {
      best = &metadata;
      least = upper_end(performance);
    }
  }
  return best;
}

Determination Selector::determine(const Shape& shape) const {
  const auto& choices = of(shape.collective);
  for (const auto& metadata : choices.forced)
    if (serves(metadata, shape)) return {&metadata, Reason::forced};
  if (!are_measured(shape)) return {};
  const auto parameters = parameters_of(shape);
  for (const auto& rule : choices.rules)
    if (rule.domain.contains(parameters) && serves(*rule.metadata, shape))
      return {rule.metadata, Reason::rule};
  if (const auto* metadata = by_performance(shape)) return {metadata, Reason::fit};
  return {};
}

}  // namespace tutti
