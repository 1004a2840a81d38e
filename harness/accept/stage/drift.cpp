#include <map>
#include <set>
#include <sstream>

#include "harness/accept/acceptance_launch.hpp"
#include "harness/accept/host_facts.hpp"
#include "harness/accept/stage/stages.hpp"

namespace tutti {

std::string compare_hosts(AcceptanceLaunch& launch) {
  std::string lines;
  if (launch.is_first_of_node())
    for (const auto& [fact, value] : facts_of_this_host()) lines += fact + '\t' + value + '\n';
  const auto by_rank = launch.world().collect(lines);
  std::map<std::string, std::set<std::string>> values;
  for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
    std::istringstream facts(by_rank[rank]);
    for (std::string line; std::getline(facts, line);) {
      const auto tab = line.find('\t');
      const HostFact fact{.host = launch.name_of(launch.layout().node_of[rank]),
                          .fact = line.substr(0, tab),
                          .value = line.substr(tab + 1),
                          .launch = launch.number()};
      values[fact.fact].insert(fact.value);
      launch.file().append(fact);
    }
  }
  std::string differing;
  for (const auto& [fact, found] : values)
    if (found.size() > 1) differing += (differing.empty() ? "" : ", ") + fact;
  return differing.empty() ? "hosts do not differ" : "hosts differ in " + differing;
}

}  // namespace tutti
