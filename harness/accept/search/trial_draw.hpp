#pragma once

#include <optional>
#include <random>
#include <set>
#include <vector>

#include "harness/accept/search/pair_effects.hpp"
#include "harness/accept/search/suspect.hpp"

namespace tutti {

/// The pairs that one trial measures: one with the suspect, and those that it is compared with,
/// which should be as fast.
struct Trial {
  NodePair suspected;
  std::vector<NodePair> compared = {};
};

/// Draws trials among the nodes and pairs of which nothing is suspected.
class TrialDraw {
 public:
  /// `groups` is empty or has an entry for each node; it and `random` must outlive the object.
  TrialDraw(int nodes, const NodeGroups& groups, const std::vector<Suspect>& suspects,
            std::mt19937_64& random);

  /// Returns nothing if there are too few nodes of which nothing is suspected.
  std::optional<Trial> draw(const Suspect& suspect);

 private:
  int any_node();
  int any_node_of(int group);
  int group(int node) const;
  bool is_sound(int node) const { return !suspected_nodes_.contains(node); }
  bool is_sound_between(int one, int other, int but_group = -1) const;
  bool has_sound_neighbour(int node) const;
  template <class Attempt>
  std::optional<Trial> first_usable(Attempt attempt);
  std::optional<Trial> of_node(int node);
  std::optional<Trial> of_link(const NodePair& link);
  std::optional<Trial> of_group(int number);

  const NodeGroups& groups_;
  std::mt19937_64& random_;
  std::vector<std::vector<int>> members_;  ///< nodes, by group
  std::vector<int> nodes_;
  std::set<int> suspected_nodes_, suspected_groups_;
  std::set<NodePair> suspected_links_;
};

}  // namespace tutti
