/// Allgather gives every rank the blocks that gather collects at the root and bcast distributes.
#include "properties/law.hpp"

namespace tutti {

static constexpr Collective collectives[] = {Collective::allgather, Collective::gather,
                                             Collective::bcast};

static std::optional<std::string> check(CollectiveCalls& calls, CollectiveCalls&) {
  const Values block = calls.values(1);
  Values gathered = calls.gather(block);
  gathered.resize(static_cast<std::size_t>(calls.ranks() * calls.count()));
  return compare(calls.allgather(block), calls.bcast(gathered));
}

}  // namespace tutti

LAW(allgather_is_gather_then_bcast){tutti::collectives, tutti::check};
