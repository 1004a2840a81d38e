/// Reduce_scatter_block gives every rank what reduce and then scatter give it.
#include "properties/law.hpp"

namespace tutti {

static constexpr Collective collectives[] = {Collective::reduce_scatter_block, Collective::reduce,
                                             Collective::scatter};

static std::optional<std::string> check(LawSetting& setting, LawSetting&) {
  const Values blocks = setting.values(setting.ranks());
  const Values in_two_steps = setting.scatter(setting.reduce(blocks));
  return compare(setting.reduce_scatter_block(blocks), in_two_steps);
}

}  // namespace tutti

LAW(reduce_scatter_block_is_reduce_then_scatter){tutti::collectives, tutti::check};
