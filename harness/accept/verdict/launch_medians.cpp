#include "harness/accept/verdict/launch_medians.hpp"

#include <cmath>
#include <utility>

#include "harness/results/statistics.hpp"

namespace tutti {
namespace {

LaunchMedians matching(const LaunchMedians& all, const FigureRequirement& wanted) {
  LaunchMedians chosen;
  for (const auto& [measurand, values] : all)
    if (wanted.matches(measurand)) chosen.emplace(measurand, values);
  return chosen;
}

Measurand without_hosts(Measurand measurand) {
  measurand.hosts.clear();
  return measurand;
}

/// Returns the median over the places that measured the same, launch by launch.
LaunchMedians median_places(const LaunchMedians& places) {
  std::map<Measurand, std::map<int, std::vector<double>>> values_of;
  for (const auto& [measurand, values] : places)
    for (const auto& [launch, value] : values)
      values_of[without_hosts(measurand)][launch].push_back(value);
  LaunchMedians medians;
  for (const auto& [measurand, launches] : values_of)
    for (const auto& [launch, values] : launches)
      medians[measurand][launch] = pooled_median({values});
  return medians;
}

/// Subtracts values of the same launches.
LaunchValues difference(const LaunchValues& values, const LaunchValues& reference) {
  LaunchValues differences;
  for (const auto& [launch, value] : values)
    if (const auto other = reference.find(launch); other != reference.end())
      differences[launch] = value - other->second;
  return differences;
}

LaunchMedians relative(const LaunchMedians& places, const LaunchMedians& references,
                       auto&& reference_of) {
  LaunchMedians ratios;
  for (const auto& [measurand, values] : places)
    if (const auto found = references.find(reference_of(measurand)); found != references.end())
      if (auto differences = difference(values, found->second); !differences.empty())
        ratios[measurand] = std::move(differences);
  return ratios;
}

Measurand when_idle(Measurand measurand) {
  measurand.load = "idle";
  return measurand;
}

}  // namespace

LaunchMedians launch_medians(const std::vector<Figure>& figures) {
  std::map<Measurand, std::map<int, SamplesByLaunch>> samples_of;
  for (const auto& figure : figures) samples_of[figure.of][figure.launch].push_back(figure.samples);
  LaunchMedians medians;
  for (const auto& [measurand, launches] : samples_of)
    for (const auto& [launch, samples] : launches)
      medians[measurand][launch] = std::log(pooled_median(samples));
  return medians;
}

LaunchMedians required_values(const LaunchMedians& all, const FigureRequirement& wanted) {
  auto places = matching(all, wanted);
  switch (wanted.limit.reference) {
    case Reference::median:
      return relative(places, median_places(places), without_hosts);
    case Reference::idle:
      return relative(places, all, when_idle);
    case Reference::absolute:
    case Reference::baseline:
      break;
  }
  return places;
}

}  // namespace tutti
