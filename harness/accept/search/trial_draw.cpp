#include "harness/accept/search/trial_draw.hpp"

#include <algorithm>
#include <numeric>

namespace tutti {

/// Draws of nodes for one trial. If none is usable, there are too few.
constexpr int draws_max = 1000;

static int drawn(const std::vector<int>& nodes, std::mt19937_64& random) {
  return nodes[std::uniform_int_distribution<std::size_t>(0, nodes.size() - 1)(random)];
}

TrialDraw::TrialDraw(int nodes, const NodeGroups& groups, const std::vector<Suspect>& suspects,
                     std::mt19937_64& random)
    : groups_(groups), random_(random), nodes_(static_cast<std::size_t>(nodes)) {
  std::iota(nodes_.begin(), nodes_.end(), 0);
  members_.resize(groups.empty() ? 1 : static_cast<std::size_t>(std::ranges::max(groups)) + 1);
  for (const int node : nodes_) members_[static_cast<std::size_t>(group(node))].push_back(node);
  for (const auto& suspect : suspects) {
    if (suspect.kind == SlowKind::node) suspected_nodes_.insert(suspect.number);
    if (suspect.kind == SlowKind::group) suspected_groups_.insert(suspect.number);
    if (suspect.kind == SlowKind::link)
      suspected_links_.insert(pair_of(suspect.number, suspect.other));
  }
}

std::optional<Trial> TrialDraw::draw(const Suspect& suspect) {
  switch (suspect.kind) {
    case SlowKind::node:
      return of_node(suspect.number);
    case SlowKind::link:
      return of_link(pair_of(suspect.number, suspect.other));
    case SlowKind::group:
      return of_group(suspect.number);
  }
  return {};
}

int TrialDraw::any_node() { return drawn(nodes_, random_); }

int TrialDraw::any_node_of(int group) {
  return drawn(members_[static_cast<std::size_t>(group)], random_);
}

int TrialDraw::group(int node) const {
  return groups_.empty() ? 0 : groups_[static_cast<std::size_t>(node)];
}

/// Returns whether nothing is suspected of the pair but, perhaps, one of its nodes.
bool TrialDraw::is_sound_between(int one, int other, int but_group) const {
  if (one == other || suspected_links_.contains(pair_of(one, other))) return false;
  if (group(one) == group(other)) return true;
  const auto suspected = [&](int g) { return g != but_group && suspected_groups_.contains(g); };
  return !suspected(group(one)) && !suspected(group(other));
}

bool TrialDraw::has_sound_neighbour(int node) const {
  return std::ranges::any_of(members_[static_cast<std::size_t>(group(node))], [&](int other) {
    return is_sound(other) && is_sound_between(node, other);
  });
}

template <class Attempt>
std::optional<Trial> TrialDraw::first_usable(Attempt attempt) {
  for (int i = 0; i < draws_max; ++i)
    if (auto trial = attempt()) return trial;
  return {};
}

/// Within its group, if it can be: otherwise the node of a slow group would seem slow itself.
std::optional<Trial> TrialDraw::of_node(int node) {
  const bool within = has_sound_neighbour(node);
  return first_usable([&]() -> std::optional<Trial> {
    const int partner = within ? any_node_of(group(node)) : any_node();
    const int c = any_node(), d = within ? any_node_of(group(c)) : any_node();
    for (const int other : {c, d})
      if (!is_sound(other) || other == node || other == partner) return {};
    if (!is_sound(partner) || !is_sound_between(node, partner) || !is_sound_between(c, d))
      return {};
    if ((group(node) == group(partner)) != within || (group(c) == group(d)) != within) return {};
    return Trial{pair_of(node, partner), {pair_of(c, d)}};
  });
}

/// Compared with other pairs of its nodes: only the link itself is slower than both.
std::optional<Trial> TrialDraw::of_link(const NodePair& link) {
  const bool within = group(link.a) == group(link.b);
  return first_usable([&]() -> std::optional<Trial> {
    const int c = within ? any_node_of(group(link.a)) : any_node();
    const int d = within ? any_node_of(group(link.b)) : any_node();
    if (!is_sound(c) || !is_sound(d) || c == link.b || d == link.a) return {};
    if (!is_sound_between(link.a, c) || !is_sound_between(link.b, d)) return {};
    if ((group(link.a) == group(c)) != within || (group(link.b) == group(d)) != within) return {};
    return Trial{link, {pair_of(link.a, c), pair_of(link.b, d)}};
  });
}

std::optional<Trial> TrialDraw::of_group(int number) {
  return first_usable([&]() -> std::optional<Trial> {
    const int a = any_node_of(number), b = any_node(), c = any_node(), d = any_node();
    for (const int node : {a, b, c, d})
      if (!is_sound(node)) return {};
    if (group(b) == number || !is_sound_between(a, b, number)) return {};
    if (group(c) == number || group(d) == number || group(c) == group(d)) return {};
    if (!is_sound_between(c, d)) return {};
    return Trial{pair_of(a, b), {pair_of(c, d)}};
  });
}

}  // namespace tutti
