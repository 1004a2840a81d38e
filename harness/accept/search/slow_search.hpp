#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/accept/search/examination.hpp"
#include "harness/accept/search/open_suspects.hpp"
#include "harness/accept/search/pair_effects.hpp"
#include "harness/accept/search/pair_meter.hpp"
#include "harness/accept/search/suspect.hpp"

namespace tutti {

struct SearchOptions {
  SearchGoal goal = {};
  bool one_at_a_time = false;  ///< measures no pairs at the same time
  int partners = 0;            ///< of each node in a sample of the pairs; 0: all pairs
  int passes_max = 6;          ///< the first over all pairs, others over suspects
  std::uint64_t seed = 1;
};

/// Returns the goal for `latency` or `bandwidth`. A latency varies by more, and what slows it down, such as a detour, does so by much.
SearchGoal search_goal(const std::string& measure);

struct SearchResult : ExaminedSuspects {
  int passes = 0;
  std::int64_t measured_pairs = 0;
  std::vector<PairCost> costs = {};  ///< medians over the passes
  PairEffects effects = {};
};

/// Names what is slow among the nodes of the meter, in two steps.
///
/// A pass over all pairs, or a sample of them, gives a model of node, link and group effects, from
/// which suspects are taken so that what is slow is among them with near certainty. While noise
/// makes many suspects, further passes measure these again. With a sample of the pairs, all pairs
/// of suspected nodes are measured then; a slow link elsewhere is found only if it is in the sample.
///
/// Suspects are then measured again, alone, in trials: next to comparable pairs without suspects,
/// drawn anew for each trial, which share the nodes of a suspected link. A trial succeeds if the
/// suspect is slower by more than the margin. Trials go on until the evidence (see Evidence) is
/// enough to name or to dismiss. No assumption is made about the noise, except that of equally fast
/// pairs, which are measured in drawn order, none is more likely to be the slower one in a trial.
///
/// There must be at least four nodes. `groups` is empty or has an entry for each node.
SearchResult search_slow(PairMeter& meter, const NodeGroups& groups, const SearchOptions& options);

}  // namespace tutti
