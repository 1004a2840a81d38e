/// Reduce_scatter_block gives every rank what reduce and then scatter give it.
#include "properties/law.hpp"

namespace tutti {

static constexpr Collective collectives[] = {Collective::reduce_scatter_block, Collective::reduce,
                                             Collective::scatter};

static std::optional<std::string> check(CollectiveCalls& calls, CollectiveCalls&) {
  const Values blocks = calls.values(calls.ranks());
  const Values in_two_steps = calls.scatter(calls.reduce(blocks));
  return compare(calls.reduce_scatter_block(blocks), in_two_steps);
}

}  // namespace tutti

LAW(reduce_scatter_block_is_reduce_then_scatter){tutti::collectives, tutti::check};
