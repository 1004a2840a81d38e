/// Alltoall transposes blocks, so that a second alltoall gives every rank its own blocks back.
#include "properties/law.hpp"

namespace tutti {

static constexpr Collective collectives[] = {Collective::alltoall};

static std::optional<std::string> check(LawSetting& setting, LawSetting&) {
  const Values blocks = setting.values(setting.ranks());
  return compare(setting.alltoall(setting.alltoall(blocks)), blocks);
}

}  // namespace tutti

LAW(alltoall_twice_is_identity){tutti::collectives, tutti::check};
