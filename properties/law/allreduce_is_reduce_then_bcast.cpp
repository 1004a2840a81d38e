/// Allreduce gives every rank the result that reduce leaves at the root and bcast distributes.
#include "properties/law.hpp"

namespace tutti {

static constexpr Collective collectives[] = {Collective::allreduce, Collective::reduce,
                                             Collective::bcast};

static std::optional<std::string> check(LawSetting& setting, LawSetting&) {
  const Values input = setting.values(1);
  Values reduced = setting.reduce(input);
  reduced.resize(input.size());
  return compare(setting.allreduce(input), setting.bcast(reduced));
}

}  // namespace tutti

LAW(allreduce_is_reduce_then_bcast){tutti::collectives, tutti::check};
