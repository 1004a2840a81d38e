#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "harness/accept/acceptance_file.hpp"
#include "harness/accept/host_watch.hpp"
#include "harness/accept/node_layout.hpp"
#include "harness/accept/search/examination.hpp"
#include "harness/accept/suite.hpp"
#include "harness/accept/switch_topology.hpp"
#include "harness/accept/trial_time.hpp"
#include "harness/measure/sampler.hpp"

namespace tutti {

struct AcceptanceOptions {
  std::string out;  ///< result directory
  std::string suite = "quick";
  std::string topology = {};  ///< file that names the switches of the nodes; empty: unknown
  std::uint64_t seed = 1;
  int partners = 0;               ///< of each node in a sample of the pairs; 0: all pairs
  std::string command_line = {};  ///< for the header of the results
};

/// What the stages of one launch share: its ranks, where these run, and the file that they record
/// into.
class AcceptanceLaunch {
 public:
  /// Opens the result directory and begins the rows of this launch. Collective over MPI_COMM_WORLD.
  /// Throws UsageError, at all ranks, if the options, the directory and the launch do not fit
  /// together.
  explicit AcceptanceLaunch(const AcceptanceOptions& options);

  const AcceptanceOptions& options() const { return options_; }
  const Suite& suite() const { return suite_; }
  const Exchange& world() const { return world_; }
  const NodeLayout& layout() const { return layout_; }
  const SwitchTopology& topology() const { return topology_; }  ///< at rank 0
  AcceptanceFile& file() const { return *file_; }               ///< at rank 0
  int number() const { return number_; }
  std::uint64_t seed() const { return options_.seed + static_cast<std::uint64_t>(number_); }
  /// The same for all points of all launches, which are compared.
  Timing timing() const { return timing_; }

  bool is_recorder() const { return world_.rank() == 0; }
  int node() const { return layout_.node_of[static_cast<std::size_t>(world_.rank())]; }
  bool is_first_of_node() const;
  const std::string& name_of(int node) const {
    return layout_.names[static_cast<std::size_t>(node)];
  }
  /// Returns whether nodes share a machine, and so its cores, as in tests.
  bool nodes_share_cores() const { return nodes_share_cores_; }

  /// Begins one of the searches of the launch. Returns when its trials must end. At rank 0.
  TrialTime begin_search(const std::string& search);

  /// Prints a line, at rank 0.
  template <class... Arguments>
  void say(fmt::format_string<Arguments...> text, Arguments&&... arguments) const {
    if (!is_recorder()) return;
    fmt::print("{}\n", fmt::format(text, std::forward<Arguments>(arguments)...));
    std::fflush(stdout);
  }

 private:
  double seconds_for_trials() const;
  double seconds() const;
  void watch_hosts();

  AcceptanceOptions options_;
  const Suite& suite_;
  Exchange world_;
  NodeLayout layout_;
  bool nodes_share_cores_;
  Timing timing_;
  SwitchTopology topology_;
  std::unique_ptr<AcceptanceFile> file_;
  int number_ = 1;
  double begin_us_;
  int begun_searches_ = 0;
  std::set<int> lost_nodes_;          ///< of the watch's thread
  std::unique_ptr<HostWatch> watch_;  ///< ends before what it uses
};

/// Returns how many searches of a launch share the probability of false names.
int searches_of(const AcceptanceLaunch& launch);

/// Nodes from which on pairs, and nodes alone, can be compared with each other.
constexpr int nodes_to_compare_pairs = 4, nodes_to_compare = 3;

/// What a stage found slow, for its summary.
class FoundSlow {
 public:
  explicit FoundSlow(AcceptanceLaunch& launch) : launch_(launch) {}

  /// Records it. At rank 0.
  void add(const std::string& kind, std::vector<std::string> hosts, const std::string& measure,
           const TrialResult& trials);
  /// Records that trials could not tell. At rank 0.
  void leave_open(const std::string& kind, std::vector<std::string> hosts,
                  const std::string& measure, const TrialResult& trials);
  /// Returns what was found, or `nothing` if nothing was.
  std::string summary(const std::string& nothing) const {
    return summary_.empty() ? nothing : summary_;
  }

 private:
  AcceptanceLaunch& launch_;
  std::string summary_;
};

/// Lets rank 0 search by means of the meter, in which all others take part.
template <class Meter, class Search>
void search_with(const AcceptanceLaunch& launch, Meter& meter, Search search) {
  if (!launch.is_recorder()) return meter.follow();
  search();
  meter.stop();
}

}  // namespace tutti
