/// FT and IS of NPB run faster if Alltoall and Alltoallv overlap with the computation after them.
/// Source: T-NBC (Figures 8 to 10)
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "contract/error.hpp"
#include "harness/measure/launch_variants.hpp"
#include "harness/platform/json.hpp"
#include "harness/platform/launch.hpp"
#include "harness/platform/temporary_folder.hpp"
#include "microbench/claim.hpp"
#include "microbench/claim/phases_row.hpp"
#include "microbench/emulated_cluster.hpp"

namespace tutti {
namespace {

struct Program {
  const char* name;
  const char* problem_class;
  const char* reference;
  double goal;  ///< for the best speedup
};
/// Both move 128 MiB at a time. IS needs class B for that, where its counts also exceed the caches:
/// in class A almost no computation follows the collective.
constexpr Program programs[]{{"npb_ft", "A", "1.05 on 64 processors, class C", 1.25},
                             {"npb_is", "B", "1.36 on 128 processors, class D", 1.15}};

/// The placement of ranks on hosts.
struct Placement {
  int hosts, ranks_per_host;

  int ranks() const { return hosts * ranks_per_host; }
};
constexpr Placement placements[]{{2, 1}, {4, 1}, {2, 2}};
constexpr const char* rates[]{"", "4gbit", "2gbit", "1gbit"};
/// The ways whose calls return early if that pays: `overlap` finds that out by itself, `learned`
/// knows it from another launch.
constexpr const char* early_ways[]{"overlap", "learned"};

constexpr double harmless = 0.97;
/// Factor for the number of launches if fewer do not show what harms the program.
constexpr int undecided = 4;
/// Minimum number of launches to say that a way harms the program. The interval of fewer is their
/// range, and three ratios all lie below the true one in one of eight cases.
constexpr std::size_t launches_that_accuse = 6;
/// Minimum speedup to be gained for a row about shares: below that, launches differ by more than a
/// share of it.
constexpr double worthwhile = 1.1;
constexpr double share_goal = 0.85;

/// The variable for the protocols of the calls that do not return early.
const std::pair<const std::string, std::string> blocking{
    "TUTTI_FORCE", "alltoall/linear:active,alltoallv/linear:active"};

std::vector<LaunchVariant> ways(const std::string& learned_path) {
  return {library_variant(), preloaded_variant("blocking", {blocking}),
          overlapping_variant("overlap", {blocking}),
          overlapping_variant("learned", {blocking, {"TUTTI_ORDER", learned_path}})};
}

/// A program on the cluster.
struct Setting {
  const Program& program;
  Placement placement;
  const char* rate;

  std::string text() const {
    return fmt::format("{}.{}, {}x{}, {}", program.name, program.problem_class, placement.hosts,
                       placement.ranks_per_host, *rate ? rate : "unshaped");
  }
};

/// Launches the program and returns the result that it prints. Throws CannotRun if that is not
/// verified.
nlohmann::json run_once(const Setting& setting, const LaunchVariant& way) {
  const auto& [program, placement, rate] = setting;
  const auto path = std::filesystem::path(own_program()).parent_path() / program.name;
  const auto line =
      first_output_line({placement.hosts, rate}, placement.ranks(),
                        {path.string(), "--class", program.problem_class, "--json"}, way.of_ranks);
  auto told = parsed_json(line);
  if (!told.is_object() || !told.value("verified", false) ||
      told.value("ranks", 0) != placement.ranks())
    throw CannotRun(fmt::format("{} ({}): expected a verified result of {} ranks, found {}",
                                setting.text(), way.name, placement.ranks(), line));
  return told;
}

/// Returns the largest possible speedup: that of overlapping the whole collective with the
/// computation after it, or all of that computation with the collective.
double bound_of(const nlohmann::json& told) {
  const double all = told["seconds"], collective = told["collective_seconds"],
               behind = told["behind_seconds"];
  return all / (all - std::min(collective, behind));
}

/// The results at one setting, launch by launch.
struct Results {
  std::map<std::string, SamplesByLaunch> seconds;  ///< by the way's name
  std::map<std::string, NamedSamples> phases;
  std::vector<double> bounds;
};

/// Adds the seconds in the collective, in the computation right after it, and elsewhere.
void add_phases(const nlohmann::json& told, NamedSamples& phases) {
  const double all = told["seconds"], collective = told["collective_seconds"],
               behind = told["behind_seconds"];
  phases["collective"].push_back(collective);
  phases["computation behind it"].push_back(behind);
  phases["all else"].push_back(all - collective - behind);
}

void add_round(const Setting& setting, const std::vector<LaunchVariant>& ways, std::uint64_t seed,
               Results& all) {
  for (const auto& way : in_random_order(ways, 1, seed)) {
    const auto told = run_once(setting, way);
    all.seconds[way.name].push_back({told["seconds"].get<double>()});
    add_phases(told, all.phases[way.name]);
    if (way.name == "blocking") all.bounds.push_back(bound_of(told));
  }
}

/// Returns the speedup of one way over another. Compares launches of the same round, which ran one
/// after the other: machines change their speed.
Estimate speedup_over(const char* other, const std::string& way, const Results& told) {
  return speedup_within_launches(
      {.candidate = told.seconds.at(way), .baseline = told.seconds.at(other)});
}

/// Returns true if the launches show, beyond chance, which ways harm the program.
bool is_decided(const Results& told) {
  const bool may_accuse = told.bounds.size() >= launches_that_accuse;
  return std::ranges::all_of(early_ways, [&](const char* way) {
    const auto [low, high] = speedup_over("blocking", way, told).interval;
    return low >= harmless || (may_accuse && high < harmless);
  });
}

Results measure_setting(const Setting& setting, const ClaimOptions& options) {
  const TemporaryFolder folder;
  const auto learned_path = folder.file("learned.jsonl");
  run_once(setting, overlapping_variant("learning", {blocking, {"TUTTI_TRACE", learned_path}}));
  const auto all_ways = ways(learned_path);
  const int rounds_max = undecided * options.launches;
  Results all;
  for (int round = 0; round < rounds_max; ++round) {
    if (round >= options.launches && is_decided(all)) break;
    add_round(setting, all_ways, options.seed + static_cast<std::uint64_t>(round), all);
  }
  return all;
}

void append_phases(const Results& told, const std::string& where, ResultFile& out) {
  for (const auto& [way, samples] : told.phases) {
    std::vector<Phase> phases;
    for (const char* name : {"collective", "computation behind it", "all else"})
      phases.push_back({name, summarize(samples.at(name)).median});
    out.append(phases_row("npb", where, way, phases));
  }
}

/// Returns a row about the share of the possible gain that was reached.
ClaimRow share_row(const std::string& what, const Estimate& gain, double bound) {
  const auto share = [&](double speedup) { return (speedup - 1) / (bound - 1); };
  auto row =
      row_of(what, "", {share(gain.value), {share(gain.interval.low), share(gain.interval.high)}},
             share_goal);
  row.unit = "of 1";
  return row;
}

/// The speedups by one way at all settings of a program.
struct Brought {
  Estimate best;
  std::string where;  ///< setting of the best
  std::vector<Pairing> over_blocking;
};
using BroughtByWay = std::map<std::string, Brought>;

void add_rows(const Setting& setting, const ClaimOptions& options, std::vector<ClaimRow>& rows,
              BroughtByWay& brought) {
  const auto told = measure_setting(setting, options);
  const auto bound = summarize(told.bounds);
  const auto where = setting.text();
  if (options.out) append_phases(told, where, *options.out);
  rows.push_back(row_of(where + ": most that overlap could gain", "",
                        {bound.median, bound.median_interval}, 0));
  for (const std::string way : early_ways) {
    const auto gain = speedup_over("blocking", way, told);
    const auto named = where + ": " + way;
    rows.push_back(row_of(named + " over blocking", "", gain, harmless));
    rows.push_back(
        row_of(named + " over the library's own", "", speedup_over("library", way, told), 0));
    if (bound.median > worthwhile)
      rows.push_back(share_row(named + ", share of what could be gained", gain, bound.median));
    auto& all = brought[way];
    if (gain.value > all.best.value) all.best = gain, all.where = where;
    all.over_blocking.push_back({told.seconds.at(way), told.seconds.at("blocking")});
  }
}

std::vector<Placement> chosen_placements(const std::vector<int>& ranks) {
  std::vector<Placement> chosen;
  for (const auto& placement : placements)
    if (ranks.empty() || std::ranges::count(ranks, placement.ranks())) chosen.push_back(placement);
  if (chosen.empty()) throw UsageError("--ranks: expected 2 or 4 for the claim 'npb'");
  return chosen;
}

std::vector<ClaimRow> measure(const ClaimOptions& options) {
  const auto chosen = chosen_placements(options.ranks);
  std::vector<ClaimRow> rows;
  for (const auto& program : programs) {
    BroughtByWay brought;
    for (const auto& placement : chosen)
      for (const char* rate : rates) add_rows({program, placement, rate}, options, rows, brought);
    for (const auto& [way, all] : brought) {
      rows.push_back(row_of(all.where + ": best, " + way + " over blocking", program.reference,
                            all.best, program.goal));
      rows.push_back(row_of(fmt::format("{}, mean of all: {} over blocking", program.name, way), "",
                            geometric_mean_speedup_within_launches(all.over_blocking), harmless));
    }
  }
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(npb){tutti::measure};
