#include "harness/map/varied_map.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/measure/measurement_points.hpp"
#include "harness/measure/proven_subject.hpp"
#include "harness/subject/forced_name.hpp"
#include "harness/subject/forced_subjects.hpp"

namespace tutti {
namespace {

constexpr std::array<std::int64_t, 5> first_sizes{64, 1024, 8192, 65536, 131072};

/// An algorithm, with parameters, that a rule may choose.
struct Algorithm {
  const Subject* subject;
  std::string name;
};

bool is_tuned(const Subject& subject) {
  const auto name = parse_forced_name(subject.name());
  return !name.nonblocking && name.component.empty() && subject.environment().empty();
}

std::vector<Algorithm> algorithms(Collective collective, const Subjects& all,
                                  const FormatCapabilities& format) {
  std::vector<Algorithm> found;
  for (const auto& subject : all) {
    if (collective_of(subject->name()) != collective || !is_tuned(*subject)) continue;
    for (const auto& name : parameter_variants(*subject, true))
      if (format.reason_against(name).empty()) found.push_back({subject.get(), name});
  }
  return found;
}

/// Returns the next algorithm, from the place `turn` on, that can serve the point.
std::optional<std::string> algorithm_for(const Point& point, std::size_t turn,
                                         const std::vector<Algorithm>& from) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto& [subject, name] = from[(turn + i) % from.size()];
    if (subject->applicable(shape_of(point))) return name;
  }
  return std::nullopt;
}

}  // namespace

SelectionMap varied_map(const MapFormat& format, const nlohmann::json& details,
                        const std::vector<int>& ranks) {
  const auto can = format.expressible(details);
  const auto all = forced_subjects();
  SelectionMap map{.target = std::string(format.target)};
  for (const Collective collective : collectives_without_topology()) {
    const auto found = algorithms(collective, all, can);
    std::size_t turn = 0;
    for (const int count : ranks) {
      const bool one_for_all = collective == Collective::barrier || !can.sees_bytes(collective);
      const std::size_t ranges = one_for_all ? 1 : first_sizes.size();
      for (std::size_t i = 0; i < ranges; ++i, ++turn) {
        const std::int64_t measured = collective == Collective::barrier ? 0 : first_sizes[i];
        const auto name = algorithm_for({collective, count, measured}, turn, found);
        if (!name) continue;
        const auto end = i + 1 < ranges ? first_sizes[i + 1] : unlimited;
        map.rules.push_back({.collective = collective,
                             .domain = {{count, count + 1}, {one_for_all ? 0 : measured, end}},
                             .subject = *name,
                             .measured_bytes = {measured}});
      }
    }
  }
  return map;
}

}  // namespace tutti
