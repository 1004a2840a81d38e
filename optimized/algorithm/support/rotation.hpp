#pragma once

namespace tutti {

/// Ranks counted from the root on, around the circle: the root is 0.
struct Rotation {
  int ranks;
  int root;

  int relative(int rank) const { return (rank - root + ranks) % ranks; }
  int absolute(int relative) const { return (relative + root) % ranks; }
};

}  // namespace tutti
