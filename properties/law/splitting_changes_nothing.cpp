/// Bcast and allreduce of a message in two parts give the same as of the whole message.
#include "properties/law.hpp"

namespace tutti {

static constexpr Collective collectives[] = {Collective::bcast, Collective::allreduce};

static std::optional<std::string> check(CollectiveCalls& calls, CollectiveCalls&) {
  const Values whole = calls.values(1);
  const auto middle = whole.begin() + static_cast<std::ptrdiff_t>(whole.size() / 3);
  const auto in_parts = [&](auto collective) {
    Values joined = collective(Values(whole.begin(), middle));
    const Values rest = collective(Values(middle, whole.end()));
    joined.insert(joined.end(), rest.begin(), rest.end());
    return joined;
  };
  const auto bcast = [&](const Values& values) { return calls.bcast(values); };
  const auto allreduce = [&](const Values& values) { return calls.allreduce(values); };
  const auto of_bcast = compare(bcast(whole), in_parts(bcast));
  const auto of_allreduce = compare(allreduce(whole), in_parts(allreduce));
  return of_bcast ? of_bcast : of_allreduce;
}

}  // namespace tutti

LAW(splitting_changes_nothing){tutti::collectives, tutti::check};
