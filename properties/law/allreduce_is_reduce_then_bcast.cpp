/// Allreduce gives every rank the result that reduce leaves at the root and bcast distributes.
#include "properties/law.hpp"

namespace tutti {

static constexpr Collective collectives[] = {Collective::allreduce, Collective::reduce,
                                             Collective::bcast};

static std::optional<std::string> check(CollectiveCalls& calls, CollectiveCalls&) {
  const Values input = calls.values(1);
  Values reduced = calls.reduce(input);
  reduced.resize(input.size());
  return compare(calls.allreduce(input), calls.bcast(reduced));
}

}  // namespace tutti

LAW(allreduce_is_reduce_then_bcast){tutti::collectives, tutti::check};
