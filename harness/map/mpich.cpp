#include "harness/map/mpich.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "contract/error.hpp"
#include "harness/map/format.hpp"
#include "harness/subject/forced_name.hpp"

namespace tutti::mpich {
namespace {

using Path = std::vector<std::string>;  ///< the keys from the top to a node

/// `comm_size<=8` -> `comm_size`.
std::string dimension(const std::string& key) { return key.substr(0, key.find_first_of("<=")); }

bool is_leaf_key(const std::string& key) {
  return dimension(key) == "algorithm" || dimension(key) == "composition";
}

/// Keys below which a choice by size may be put: those that stay above are about the communicator
/// or say yes or no about the call.
bool is_size_key(const std::string& key) {
  const auto of = dimension(key);
  return of == "avg_msg_size" || of == "total_msg_size" || of == "count";
}

/// What must be true of a call besides its size when it comes to this key. The last of a chain has
/// `count=any`, which means: not `count<pow2`.
void add_guard(Path& guards, const Tree& siblings, const std::string& key) {
  static const std::set<std::string> kept{"is_op_built_in", "is_commutative", "is_sendbuf_inplace",
                                          "is_block_regular", "is_node_consecutive"};
  const bool stated = kept.contains(dimension(key)) && key != "is_commutative=no";
  if (stated || key == "comm_hierarchy=parent" || key == "comm_size=pow2") guards.push_back(key);
  if (key == "count=any" && siblings.contains("count<pow2")) guards.push_back("count>=pow2");
}

/// The guards on every way to the leaf: what all of them have in common.
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

/// What the library's tree decides for calls of the collective on an intracommunicator.
const Tree* intra_tree(const Tree& tree, Collective collective) {
  const auto* of_collective = child_of(tree, fmt::format("collective={}", name(collective)));
  return of_collective ? child_of(*of_collective, "comm_type=intra") : nullptr;
}

/// A rule that is ready to be laid over a tree.
struct Leaf {
  MapRule rule;
  std::string key;  ///< `algorithm=...` or `composition=...`
  Tree parameters;  ///< as the library's own tree gives them: what is not given is left to chance
  Path guards;
};

std::optional<std::string> leaf_key(const Tree& intra, const ForcedName& algorithm) {
  const auto leaf = fmt::format("algorithm=MPIR_{}_intra_{}",
                                capitalized(name(algorithm.collective)), algorithm.algorithm);
  std::optional<Path> guards;
  collect_guards(intra, leaf, {}, guards);
  return guards ? std::optional(leaf) : std::nullopt;
}

/// What stands below the leaf where the library's tree has it first: since 4.1 a radix, say.
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
    guards->push_back("comm_hierarchy=parent");  // it works node by node
  if (rule.commutative_only) guards->push_back("is_commutative=yes");
  return *guards;
}

/// What of the guards the way to a node leaves open; nothing if it contradicts one of them.
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

/// `chosen` where all guards hold, else what the library does.
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

/// Lays the rules for one number of ranks over one branch.
class Branch {
 public:
  Branch(const std::vector<Leaf>& leaves, int ranks) : leaves_(leaves), ranks_(ranks) {}

  Tree lay_over(const Tree& library, const Path& path = {}) {
    const std::string& first = library.begin().key();
    if (is_leaf_key(first) || is_size_key(first)) return by_size(library, path);
    Tree result = Tree::object();
    for (const auto& [key, child] : library.items()) {
      Path below = path;
      below.push_back(key);
      result[key] = lay_over(child, below);
    }
    return result;
  }

  /// The rules that found a place.
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

/// One branch per number of ranks that has rules; all other numbers keep the library's branch.
/// Rules that find no place are taken out of the map.
Tree by_ranks(const Tree& library, const LeavesByRanks& leaves, SelectionMap& map) {
  Tree chain = Tree::object();
  int covered = 0;
  for (const auto& [ranks, here] : leaves) {
    if (ranks > covered + 1) chain[fmt::format("comm_size<={}", ranks - 1)] = library;
    Branch branch(here, ranks);
    chain[fmt::format("comm_size<={}", ranks)] = branch.lay_over(library);
    covered = ranks;
    std::erase_if(map.rules, [&](const MapRule& rule) {
      const bool homeless = rule.collective == here.front().rule.collective &&
                            rule.domain.ranks.begin == ranks &&
                            !branch.placed().contains(rule.subject);
      if (homeless)
        map.remarks.push_back(
            fmt::format("left out {}: the library's tree has no place for it", rule.subject));
      return homeless;
    });
  }
  chain["comm_size=any"] = library;
  return chain;
}

/// Where the library goes if the communicator has no hierarchy: the last way through its tree.
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

Tree parsed(const nlohmann::json& details, const char* which) {
  const auto trees = details.value("trees", nlohmann::json::object());
  if (!trees.contains(which))
    throw UsageError(fmt::format(
        "library_details of the results: expected 'trees.{}', as `tutti tune` finds it in MPICH",
        which));
  return Tree::parse(trees.at(which).get<std::string>());
}

/// The library maps the file and takes it for a C string, so behind it must be a zero byte: the
/// rest of the last page, which must not be empty.
std::string text_of(const Tree& tree) {
  auto text = tree.dump(1) + "\n";
  if (text.size() % static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) == 0) text += "\n";
  return text;
}

Expressible expressible(const nlohmann::json& details) {
  const bool known = details.contains("trees");
  return {.sees_bytes = [](Collective collective) { return size_key(collective).has_value(); },
          .objection = [tree = known ? parsed(details, "mpir") : Tree::object()](
                           const std::string& subject) { return objection(subject, tree); },
          .guards_commutativity = true};
}

std::vector<EmittedFile> emit(SelectionMap& map, const nlohmann::json& details,
                              const std::string& path) {
  const auto library = parsed(details, "mpir");
  const auto device = parsed(details, "ch4");
  return {{path, text_of(overlay(library, map))},
          {beside(path, "ch4.json"), text_of(overlay_device(device, library, map))}};
}

}  // namespace

std::optional<std::string> size_key(Collective collective) {
  switch (collective) {
    case Collective::allreduce:
    case Collective::alltoall:
    case Collective::bcast:
    case Collective::reduce:
      return "avg_msg_size";
    case Collective::allgather:
    case Collective::allgatherv:
    case Collective::reduce_scatter:
    case Collective::reduce_scatter_block:
      return "total_msg_size";
    default:
      return std::nullopt;
  }
}

std::int64_t library_bytes(Collective collective, int ranks, std::int64_t bytes) {
  return size_key(collective) == "total_msg_size" ? bytes * ranks : bytes;
}

std::string objection(const std::string& subject, const Tree& library_tree) {
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

}  // namespace tutti::mpich

namespace tutti {

const MapFormat mpich_map_format{
    .name = "mpich",
    .target = "mpich",
    .expressible = mpich::expressible,
    .emit = mpich::emit,
    .environment = [](const std::string& path) -> std::map<std::string, std::string> {
      return {{"MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE", path},
              {"MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE", beside(path, "ch4.json")}};
    }};

}  // namespace tutti
