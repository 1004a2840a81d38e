#include "harness/gate/gate_results.hpp"

#include <algorithm>
#include <array>

namespace tutti {

std::string_view name(FindingStatus status) {
  constexpr std::array names{"new", "known", "fixed", "untried", "note"};
  return names[static_cast<std::size_t>(status)];
}

std::vector<const GateFinding*> GateResults::with(FindingStatus status) const {
  std::vector<const GateFinding*> list;
  for (const auto& finding : findings)
    if (finding.status == status) list.push_back(&finding);
  return list;
}

std::vector<LaunchKind> GateResults::never_ended_well() const {
  auto list = kinds;
  std::erase_if(list, [&](const LaunchKind& kind) {
    return std::ranges::any_of(launches, [&](const GateLaunch& launch) {
      return launch.kind == kind && launch.ended == "well";
    });
  });
  return list;
}

bool GateResults::holds() const {
  return with(FindingStatus::fresh).empty() && with(FindingStatus::untried).empty() &&
         (!strict || with(FindingStatus::fixed).empty()) && never_ended_well().empty() &&
         !interrupted;
}

}  // namespace tutti
