/// On ranks in reverse order, allgather reverses the blocks, and allreduce gives the same result.
#include "properties/law.hpp"

namespace tutti {

static constexpr Collective collectives[] = {Collective::allgather, Collective::allreduce};

static std::optional<std::string> check(LawSetting& setting, LawSetting& reversed) {
  const Values block = setting.values(1);
  const Values forward = setting.allgather(block);
  const Values backward = reversed.allgather(block);
  Values turned;
  for (int rank = setting.ranks() - 1; rank >= 0; --rank) {
    const auto first = backward.begin() + static_cast<std::ptrdiff_t>(rank) * setting.count();
    turned.insert(turned.end(), first, first + setting.count());
  }
  if (auto difference = compare(forward, turned)) return difference;
  return compare(setting.allreduce(block), reversed.allreduce(block));
}

}  // namespace tutti

LAW(reversed_ranks_reverse_results){tutti::collectives, tutti::check};
