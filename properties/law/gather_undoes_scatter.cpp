/// Gather returns to the root the blocks that scatter distributed from it.
#include "properties/law.hpp"

namespace tutti {

static constexpr Collective collectives[] = {Collective::gather, Collective::scatter};

static std::optional<std::string> check(LawSetting& setting, LawSetting&) {
  const Values blocks = setting.values(setting.ranks());
  const Values back = setting.gather(setting.scatter(blocks));
  if (setting.rank() != setting.root()) return std::nullopt;
  return compare(back, blocks);
}

}  // namespace tutti

LAW(gather_undoes_scatter){tutti::collectives, tutti::check};
