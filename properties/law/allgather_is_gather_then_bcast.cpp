/// Allgather gives every rank the blocks that gather collects at the root and bcast distributes.
#include "properties/law.hpp"

namespace tutti {

static constexpr Collective collectives[] = {Collective::allgather, Collective::gather,
                                             Collective::bcast};

static std::optional<std::string> check(LawSetting& setting, LawSetting&) {
  const Values block = setting.values(1);
  Values gathered = setting.gather(block);
  gathered.resize(static_cast<std::size_t>(setting.ranks() * setting.count()));
  return compare(setting.allgather(block), setting.bcast(gathered));
}

}  // namespace tutti

LAW(allgather_is_gather_then_bcast){tutti::collectives, tutti::check};
