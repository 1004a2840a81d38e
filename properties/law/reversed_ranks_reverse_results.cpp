/// On ranks in reverse order, allgather reverses the blocks, and allreduce gives the same result.
#include "properties/law.hpp"

namespace tutti {

static constexpr Collective collectives[] = {Collective::allgather, Collective::allreduce};

static std::optional<std::string> check(CollectiveCalls& calls, CollectiveCalls& reversed) {
  const Values block = calls.values(1);
  const Values forward = calls.allgather(block);
  const Values backward = reversed.allgather(block);
  Values turned;
  for (int rank = calls.ranks() - 1; rank >= 0; --rank) {
    const auto first = backward.begin() + static_cast<std::ptrdiff_t>(rank) * calls.count();
    turned.insert(turned.end(), first, first + calls.count());
  }
  const auto of_allgather = compare(forward, turned);
  const auto of_allreduce = compare(calls.allreduce(block), reversed.allreduce(block));
  return of_allgather ? of_allgather : of_allreduce;
}

}  // namespace tutti

LAW(reversed_ranks_reverse_results){tutti::collectives, tutti::check};
