#pragma once

#include <algorithm>
#include <string_view>

#include "fuzz/target.hpp"

namespace tutti::fuzz {

/// Returns the target of that name. Ends the process if there is none.
inline const Target* target_named(std::string_view name) {
  const auto all = fuzz_targets();
  const auto found = std::ranges::find(all, name, &RegisteredTarget::name);
  if (found == all.end()) fail(fmt::format("expected the name of a target, found '{}'", name));
  return found->target;
}

}  // namespace tutti::fuzz
