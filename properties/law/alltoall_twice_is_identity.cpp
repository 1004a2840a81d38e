/// Alltoall transposes blocks, so that a second alltoall gives every rank its own blocks back.
#include "properties/law.hpp"

namespace tutti {

static constexpr Collective collectives[] = {Collective::alltoall};

static std::optional<std::string> check(CollectiveCalls& calls, CollectiveCalls&) {
  const Values blocks = calls.values(calls.ranks());
  return compare(calls.alltoall(calls.alltoall(blocks)), blocks);
}

}  // namespace tutti

LAW(alltoall_twice_is_identity){tutti::collectives, tutti::check};
