#pragma once

#include <compare>

namespace tutti {

/// What can be slow: a node towards all others, the link of two nodes, or the way out of a group of
/// nodes, such as a switch and its uplinks.
enum class SlowKind { node, link, group };

constexpr const char* name(SlowKind kind) {
  return kind == SlowKind::node ? "node" : kind == SlowKind::link ? "link" : "group";
}

/// A node, a group, or a link from node to node, by number.
struct Suspect {
  SlowKind kind = SlowKind::node;
  int number = 0;
  int other = -1;  ///< the second node of a link

  friend auto operator<=>(const Suspect&, const Suspect&) = default;
};

}  // namespace tutti
