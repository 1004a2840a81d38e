#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tutti {

/// What a launcher told a process about its launch, by variables of its environment.
struct Launched {
  std::string_view by;  ///< the launcher's name; empty if none that is known started this process
  std::string_view shown_by;  ///< the variable that told so
  int rank = 0;
  std::optional<int> ranks = 1;  ///< nothing if the launcher does not tell
  std::string
      job;  ///< what all ranks of this launch share, and no other launch on this host; empty if not told
};

/// The value of a variable; null if it is not set.
using Variables = std::function<const char*(const char*)>;

/// What the variables tell. Of several launchers that one inside another left their variables it takes the
/// innermost.
Launched launched_by(const Variables& variables);

/// The same of this process, as it was when first asked: MPI libraries set such variables themselves.
const Launched& own_launch();

/// Removes from the environment what a launcher said to this process alone, so that what it starts may launch
/// again. What tells of an allocation stays: a launch within it needs that.
void forget_launch();

}  // namespace tutti
