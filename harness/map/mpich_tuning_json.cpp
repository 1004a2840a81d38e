#include "harness/map/mpich_tuning_json.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "contract/error.hpp"
#include "harness/map/format.hpp"
#include "harness/platform/json.hpp"
#include "harness/subject/forced_name.hpp"

namespace tutti::mpich {
namespace {

using Path = std::vector<std::string>;  ///< keys from the root to a node

/// Returns the quantity that a key tests: `comm_size<=8` -> `comm_size`.
std::string dimension(const std::string& key) { return key.substr(0, key.find_first_of("<=")); }

bool is_leaf_key(const std::string& key) {
  return dimension(key) == "algorithm" || dimension(key) == "composition";
}

/// Returns whether the key tests a size, so that a choice by size may take its place. All other
/// keys test the communicator or a property of the call, and stay.
bool is_size_key(const std::string& key) {
  const auto of = dimension(key);
  return of == "avg_msg_size" || of == "total_msg_size" || of == "count";
}

/// Adds the precondition, apart from size, that a key imposes on a call. The last key of a chain
/// after `count<pow2` is `count=any`, which means `count>=pow2`.
void add_guard(Path& guards, const Tree& siblings, const std::string& key) {
  static const std::set<std::string> kept{"is_op_built_in", "is_commutative", "is_sendbuf_inplace",
                                          "is_block_regular", "is_node_consecutive"};
  const bool stated = kept.contains(dimension(key)) && key != "is_commutative=no";
  if (stated || key == "comm_hierarchy=parent" || key == "comm_size=pow2") guards.push_back(key);
  if (key == "count=any" && siblings.contains("count<pow2")) guards.push_back("count>=pow2");
}

/// Collects the guards that all paths to the leaf have in common.
void collect_guards(const Tree& tree, const std::string& leaf, const Path& guards,
                    std::optional<Path>& common) {
  for (const auto& [key, child] : tree.items()) {
    Path here = guards;
    add_guard(here, tree, key);
    if (key != leaf) {
      collect_guards(child, leaf, here, common);
    } else if (!common) {
      common = here;
    } else {
      std::erase_if(*common, [&](const std::string& guard) {
        return std::find(here.begin(), here.end(), guard) == here.end();
      });
    }
  }
}

std::string capitalized(std::string_view collective) {
  std::string text(collective);
  text.front() = static_cast<char>(std::toupper(text.front()));
  return text;
}

const Tree* child_of(const Tree& tree, const std::string& key) {
  const auto found = tree.find(key);
  return found == tree.end() ? nullptr : &*found;
}

/// Returns the part of the library's tree for calls of the collective on an intracommunicator; null
/// if there is none.
const Tree* intra_tree(const Tree& tree, Collective collective) {
  const auto* of_collective = child_of(tree, fmt::format("collective={}", name(collective)));
  return of_collective ? child_of(*of_collective, "comm_type=intra") : nullptr;
}

/// A rule, prepared for insertion into a tree.
struct Leaf {
  MapRule rule;
  std::string key;  ///< `algorithm=...` or `composition=...`
  Tree parameters;  ///< as in the library's own tree; MPICH does not initialize missing ones
  Path guards;
};

std::optional<std::string> leaf_key(const Tree& intra, const ForcedName& algorithm) {
  const auto leaf = fmt::format("algorithm=MPIR_{}_intra_{}",
                                capitalized(name(algorithm.collective)), algorithm.algorithm);
  std::optional<Path> guards;
  collect_guards(intra, leaf, {}, guards);
  return guards ? std::optional(leaf) : std::nullopt;
}

/// Returns the parameters below the first occurrence of the leaf in the library's tree, such as the
/// radix since MPICH 4.1; null if the leaf does not occur.
const Tree* parameters_of(const Tree& tree, const std::string& leaf) {
  for (const auto& [key, child] : tree.items()) {
    if (key == leaf) return &child;
    if (const Tree* found = parameters_of(child, leaf)) return found;
  }
  return nullptr;
}

Path guards_of(const Tree& intra, const std::string& leaf, const MapRule& rule) {
  std::optional<Path> guards;
  collect_guards(intra, leaf, {}, guards);
  if (leaf.ends_with("_smp") &&
      std::find(guards->begin(), guards->end(), "comm_hierarchy=parent") == guards->end())
    guards->push_back("comm_hierarchy=parent");  // the algorithm works node by node
  if (rule.commutative_only) guards->push_back("is_commutative=yes");
  return *guards;
}

/// Returns the guards that the path to a node does not yet ensure; nothing if the path contradicts
/// a guard.
std::optional<Path> open_guards(const Path& guards, const Path& path, int ranks) {
  Path open;
  for (const auto& guard : guards) {
    if (guard == "comm_size=pow2") {
      if (!std::has_single_bit(static_cast<unsigned>(ranks))) return std::nullopt;
      continue;
    }
    const auto same = std::find_if(path.begin(), path.end(), [&](const std::string& key) {
      return dimension(key) == dimension(guard);
    });
    if (same == path.end())
      open.push_back(guard);
    else if (*same != guard)
      return std::nullopt;
  }
  return open;
}

/// Returns a tree that is `chosen` where all guards hold, else `library`.
Tree guarded(Tree chosen, const Path& guards, const Tree& library) {
  for (auto guard = guards.rbegin(); guard != guards.rend(); ++guard) {
    Tree wrapped = Tree::object();
    if (*guard == "count>=pow2") {
      wrapped["count<pow2"] = library;
      wrapped["count=any"] = std::move(chosen);
    } else if (*guard == "comm_hierarchy=parent") {
      wrapped["comm_hierarchy=parent"] = std::move(chosen);
      wrapped["comm_hierarchy=any"] = library;
    } else {
      const bool yes = guard->ends_with("=yes");
      wrapped[*guard] = std::move(chosen);
      wrapped[dimension(*guard) + (yes ? "=no" : "=yes")] = library;
    }
    chosen = std::move(wrapped);
  }
  return chosen;
}

/// Inserts the rules for one number of ranks into one branch of a tree.
class Branch {
 public:
  Branch(const std::vector<Leaf>& leaves, int ranks) : leaves_(leaves), ranks_(ranks) {}

  Tree insert_rules(const Tree& library, const Path& path = {}) {
    const std::string& first = library.begin().key();
    if (is_leaf_key(first) || is_size_key(first)) return by_size(library, path);
    Tree result = Tree::object();
    for (const auto& [key, child] : library.items()) {
      Path below = path;
      below.push_back(key);
      result[key] = insert_rules(child, below);
    }
    return result;
  }

  /// Returns the subjects whose rules were inserted.
  const std::set<std::string>& placed() const { return placed_; }

 private:
  Tree by_size(const Tree& library, const Path& path) {
    Tree chain = Tree::object();
    std::int64_t covered = 0;
    bool to_the_end = false;
    const auto key = size_key(leaves_.front().rule.collective);
    for (const auto& leaf : leaves_) {
      const auto guards = open_guards(leaf.guards, path, ranks_);
      if (!guards) continue;
      placed_.insert(leaf.rule.subject);
      Tree chosen = guarded({{leaf.key, leaf.parameters}}, *guards, library);
      if (!key) return chosen;
      const auto begin = library_bytes(leaf.rule.collective, ranks_, leaf.rule.domain.bytes.begin);
      if (begin > covered) chain[fmt::format("{}<={}", *key, begin - 1)] = library;
      to_the_end = leaf.rule.domain.bytes.end == unlimited;
      if (!to_the_end)
        covered = library_bytes(leaf.rule.collective, ranks_, leaf.rule.domain.bytes.end);
      chain[to_the_end ? *key + "=any" : fmt::format("{}<={}", *key, covered - 1)] =
          std::move(chosen);
    }
    if (chain.empty()) return library;
    if (!to_the_end) chain[*key + "=any"] = library;
    return chain;
  }

  const std::vector<Leaf>& leaves_;
  int ranks_;
  std::set<std::string> placed_;
};

using LeavesByRanks = std::map<int, std::vector<Leaf>>;

/// The numbers of ranks at which the rules of a subject have a place in the tree.
using Places = std::set<std::pair<std::string, int>>;

/// Keeps of the collective's rules what has a place in the tree, and adds a remark for what has none.
void keep_placed(SelectionMap& map, Collective collective, const Places& places) {
  std::vector<MapRule> kept;
  for (const auto& rule : map.rules) {
    if (rule.collective != collective) {
      kept.push_back(rule);
      continue;
    }
    bool placed = false;
    for (int ranks = rule.domain.ranks.begin; ranks < rule.domain.ranks.end; ++ranks) {
      if (!places.contains({rule.subject, ranks})) continue;
      const bool goes_on = placed && kept.back().domain.ranks.end == ranks;
      if (!goes_on) kept.push_back(rule);
      kept.back().domain.ranks = {goes_on ? kept.back().domain.ranks.begin : ranks, ranks + 1};
      placed = true;
    }
    if (!placed)
      map.remarks.push_back(
          fmt::format("left out {}: the library's tree has no place for it", rule.subject));
  }
  map.rules = std::move(kept);
}

/// Builds a branch for each number of ranks that has rules; all other numbers keep the library's
/// branch. Equal branches of consecutive numbers are one. Rules that fit nowhere are removed from
/// the map.
Tree by_ranks(const Tree& library, const LeavesByRanks& leaves, SelectionMap& map) {
  Tree chain = Tree::object();
  std::string last;  // key of the branch for up to `covered` ranks
  int covered = 0;
  Places places;
  for (const auto& [ranks, here] : leaves) {
    Branch branch(here, ranks);
    Tree tree = branch.insert_rules(library);
    for (const auto& subject : branch.placed()) places.emplace(subject, ranks);
    if (ranks > covered + 1)
      chain[fmt::format("comm_size<={}", ranks - 1)] = library;
    else if (!last.empty() && chain[last] == tree)
      chain.erase(last);
    last = fmt::format("comm_size<={}", ranks);
    chain[last] = std::move(tree);
    covered = ranks;
  }
  chain["comm_size=any"] = library;
  if (!leaves.empty()) keep_placed(map, leaves.begin()->second.front().rule.collective, places);
  return chain;
}

/// Returns the composition for communicators without hierarchy: the last leaf of the tree.
std::string plain_composition(const Tree& tree) {
  const auto last = std::prev(tree.end());
  return is_leaf_key(last.key()) ? last.key() : plain_composition(last.value());
}

std::map<Collective, LeavesByRanks> leaves_of(const Tree& library_tree, const SelectionMap& map) {
  std::map<Collective, LeavesByRanks> leaves;
  for (const auto& rule : map.rules) {
    const auto* intra = intra_tree(library_tree, rule.collective);
    const auto key = leaf_key(*intra, parse_forced_name(rule.subject));
    for (int ranks = rule.domain.ranks.begin; ranks < rule.domain.ranks.end; ++ranks)
      leaves[rule.collective][ranks].push_back(
          {rule, *key, *parameters_of(*intra, *key), guards_of(*intra, *key, rule)});
  }
  return leaves;
}

/// Cuts or removes the rules whose sizes MPICH cannot read: it converts them by atoi().
void keep_readable_sizes(SelectionMap& map) {
  constexpr std::int64_t sizes = std::int64_t{std::numeric_limits<int>::max()} + 1;
  std::erase_if(map.rules, [&](MapRule& rule) {
    auto& [begin, end] = rule.domain.bytes;
    const auto readable_end = sizes / library_bytes(rule.collective, rule.domain.ranks.end - 1, 1);
    const auto leave_out = [&](std::int64_t from) {
      map.remarks.push_back(fmt::format("left out {} from {} bytes on: MPICH reads sizes below {}",
                                        rule.subject, from, sizes));
    };
    const bool endless = end == unlimited;
    if (begin > readable_end || (begin == readable_end && !endless)) {
      leave_out(begin);
      return true;
    }
    if (!endless && end > readable_end) leave_out(end = readable_end);
    std::erase_if(rule.measured_bytes, [&](std::int64_t bytes) { return bytes >= end; });
    return false;
  });
}

/// Returns whether each node is a table, and each branch ends in a leaf.
bool is_selection_tree(const Tree& tree) {
  if (!tree.is_object() || tree.empty()) return false;
  for (const auto& [key, child] : tree.items())
    if (is_leaf_key(key) ? !child.is_object() : !is_selection_tree(child)) return false;
  return true;
}

[[noreturn]] void reject_tree(const char* which) {
  throw UsageError(fmt::format(
      "library_details of the results: expected in 'trees.{}' a selection tree of MPICH", which));
}

Tree parsed(const nlohmann::json& details, const char* which) {
  const auto trees = details.value("trees", nlohmann::json::object());
  if (!trees.contains(which))
    throw UsageError(fmt::format(
        "library_details of the results: expected 'trees.{}', as `tutti tune` finds it in MPICH",
        which));
  const auto text = trees.at(which).get<std::string>();
  if (parsed_json(text).is_discarded()) reject_tree(which);  // also if it is nested too deep
  auto tree = Tree::parse(text);
  if (!is_selection_tree(tree)) reject_tree(which);
  return tree;
}

/// Returns the text of the file. MPICH maps the file into memory and reads it as a C string, so
/// that a zero byte must follow the text: the last page must not be full.
std::string text_of(const Tree& tree) {
  auto text = tree.dump(1) + "\n";
  if (text.size() % static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) == 0) text += "\n";
  return text;
}

}  // namespace

std::optional<std::string> size_key(Collective collective) {
  using enum Collective;
  constexpr std::array of_mean{allreduce, alltoall, bcast, reduce};
  constexpr std::array of_total{allgather, allgatherv, reduce_scatter, reduce_scatter_block};
  if (std::ranges::find(of_mean, collective) != of_mean.end()) return "avg_msg_size";
  if (std::ranges::find(of_total, collective) != of_total.end()) return "total_msg_size";
  return std::nullopt;
}

std::int64_t library_bytes(Collective collective, int ranks, std::int64_t bytes) {
  return size_key(collective) == "total_msg_size" ? bytes * ranks : bytes;
}

std::string reason_against(const std::string& subject, const Tree& library_tree) {
  if (!subject.starts_with("mpich:")) return "it is no algorithm of MPICH";
  const auto algorithm = parse_forced_name(subject);
  if (!algorithm.parameters.empty()) return "the tree cannot set its parameters";
  const auto* intra = intra_tree(library_tree, algorithm.collective);
  if (!intra || !leaf_key(*intra, algorithm))
    return "the library's own tree never chooses it, so its preconditions are unknown";
  return "";
}

Tree overlay(const Tree& library_tree, SelectionMap& map) {
  Tree result = library_tree;
  for (const auto& [collective, leaves] : leaves_of(library_tree, map)) {
    const auto& library = *intra_tree(library_tree, collective);
    result[fmt::format("collective={}", name(collective))]["comm_type=intra"] =
        by_ranks(library, leaves, map);
  }
  return result;
}

Tree overlay_device(const Tree& device_tree, const Tree& library_tree, SelectionMap& map) {
  Tree result = device_tree;
  for (auto [collective, leaves] : leaves_of(library_tree, map)) {
    const auto* device = intra_tree(device_tree, collective);
    if (!device) continue;
    for (auto& [ranks, of_ranks] : leaves)
      for (auto& leaf : of_ranks) leaf.key = plain_composition(*device);
    result[fmt::format("collective={}", name(collective))]["comm_type=intra"] =
        by_ranks(*device, leaves, map);
  }
  return result;
}

FormatCapabilities expressible(const nlohmann::json& details) {
  const bool known = details.contains("trees");
  return {
      .sees_bytes = [](Collective collective) { return size_key(collective).has_value(); },
      .reason_against = [tree = known ? parsed(details, "mpir") : Tree::object()](
                            const std::string& subject) { return reason_against(subject, tree); },
      .guards_commutativity = true};
}

std::vector<EmittedFile> emit(SelectionMap& map, const nlohmann::json& details,
                              const std::string& path) {
  const auto library = parsed(details, "mpir");
  const auto device = parsed(details, "ch4");
  keep_readable_sizes(map);
  return {{path, text_of(overlay(library, map))},
          {beside(path, "ch4.json"), text_of(overlay_device(device, library, map))}};
}

}  // namespace tutti::mpich
