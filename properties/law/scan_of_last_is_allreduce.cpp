/// The result of scan at the last rank is the result of allreduce.
#include "properties/law.hpp"

namespace tutti {

static constexpr Collective collectives[] = {Collective::scan, Collective::allreduce};

static std::optional<std::string> check(CollectiveCalls& calls, CollectiveCalls&) {
  const Values input = calls.values(1);
  const Values scanned = calls.scan(input);
  const Values reduced = calls.allreduce(input);
  if (calls.rank() != calls.ranks() - 1) return std::nullopt;
  return compare(scanned, reduced);
}

}  // namespace tutti

LAW(scan_of_last_is_allreduce){tutti::collectives, tutti::check};
