/// Gather returns to the root the blocks that scatter distributed from it.
#include "properties/law.hpp"

namespace tutti {

static constexpr Collective collectives[] = {Collective::gather, Collective::scatter};

static std::optional<std::string> check(CollectiveCalls& calls, CollectiveCalls&) {
  const Values blocks = calls.values(calls.ranks());
  const Values back = calls.gather(calls.scatter(blocks));
  if (calls.rank() != calls.root()) return std::nullopt;
  return compare(back, blocks);
}

}  // namespace tutti

LAW(gather_undoes_scatter){tutti::collectives, tutti::check};
