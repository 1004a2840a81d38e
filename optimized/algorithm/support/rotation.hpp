#pragma once

namespace tutti {

/// A cyclic renumbering of ranks in which the root is 0.
struct Rotation {
  int ranks;
  int root;

  int relative(int rank) const { return (rank - root + ranks) % ranks; }
  int absolute(int relative) const { return (relative + root) % ranks; }
};

}  // namespace tutti
