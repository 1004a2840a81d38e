#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tutti {

/// The description of a launch that its launcher gives to a process in environment variables.
struct Launched {
  std::string_view by;  ///< the launcher's name; empty if no known launcher started the process
  std::string_view shown_by;  ///< the variable that shows this launcher
  int rank = 0;
  std::optional<int> ranks = 1;  ///< nothing if the launcher sets no variable for it
  std::string
      job;  ///< the same at all ranks of a launch, unique among launches of a host; may be empty
};

/// A function that returns the value of an environment variable; null if it is not set.
using Variables = std::function<const char*(const char*)>;

/// Returns the launch that the variables describe; of nested launches, the innermost.
Launched launched_by(const Variables& variables);

/// Returns the launch of this process. Reads the variables at the first call, which must precede
/// MPI_Init, since MPI libraries set such variables themselves.
const Launched& own_launch();

/// Removes the variables in which a launcher describes this process from the environment, so that
/// its children can start launches. Keeps the variables of an allocation, since a launch within it
/// needs them.
void forget_launch();

}  // namespace tutti
