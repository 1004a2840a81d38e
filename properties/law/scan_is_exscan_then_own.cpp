/// Scan gives every rank the result of exscan combined with the rank's own contribution.
#include "properties/law.hpp"

namespace tutti {

static constexpr Collective collectives[] = {Collective::scan, Collective::exscan};

static std::optional<std::string> check(CollectiveCalls& calls, CollectiveCalls&) {
  const Values input = calls.values(1);
  Values expected = calls.exscan(input);
  for (std::size_t i = 0; i < input.size(); ++i) expected[i] += input[i];
  return compare(calls.scan(input), expected);
}

}  // namespace tutti

LAW(scan_is_exscan_then_own){tutti::collectives, tutti::check};
