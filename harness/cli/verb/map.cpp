/// Turns measurements into a selection map that an MPI library, or tutti itself, loads.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "contract/error.hpp"
#include "harness/accept/verdict/limit.hpp"
#include "harness/cli/verb.hpp"
#include "harness/map/between_ranks.hpp"
#include "harness/map/deployment.hpp"
#include "harness/map/explanation.hpp"
#include "harness/map/fit_map.hpp"
#include "harness/map/prediction.hpp"
#include "harness/measure/measurement_points.hpp"
#include "harness/platform/json.hpp"
#include "harness/platform/launch.hpp"
#include "harness/platform/replace_file.hpp"
#include "harness/results/result_file.hpp"
#include "harness/subject/forced_subjects.hpp"

namespace tutti {
namespace {

struct MapOptions {
  std::vector<std::string> results;
  std::string format = {};  ///< empty: as the measured library reads it
  std::string out;
  std::vector<std::string> confirmed_by;
  std::string between;  ///< file to write
  std::vector<std::string> checked_by;
  std::uint64_t seed = 1;
  std::vector<std::string> explain;  ///< collective, ranks, bytes
  std::string launcher;              ///< empty: launch nothing
  Significance significance;
  bool fits = false;
  bool json = false;
};

/// Returns the target whose algorithms were measured. Throws UsageError if there are several, or none.
std::string measured_target(const std::vector<ResultSection>& tuning) {
  std::set<std::string> targets;
  for (const auto& section : tuning)
    for (const auto& row : section.measurements)
      if (row.subject != "mpi")
        targets.insert(names_forced_subject(row.subject) ? section.header.library : "tutti");
  if (targets.size() == 1) return *targets.begin();
  throw UsageError(fmt::format(
      "--format: expected one of {}, since {} was measured", fmt::join(map_format_names(), ", "),
      targets.empty() ? "no algorithm" : fmt::format("{}", fmt::join(targets, " and "))));
}

/// Returns the format to write. Throws UsageError if a library that was measured does not read it.
const RegisteredMapFormat& format_for(const MapOptions& options,
                                      const std::vector<ResultSection>& tuning) {
  auto wanted = options.format;
  if (wanted.empty()) wanted = options.fits ? "tutti" : measured_target(tuning);
  const auto& format = find_map_format(wanted, tuning.front().header.library_version);
  const auto target = format.format->target;
  for (const auto& section : tuning)
    if (target != "tutti" && section.header.library != target)
      throw UsageError(fmt::format("--format {}: expected results of {}, found {}", wanted, target,
                                   section.header.library));
  return format;
}

/// Removes the subjects of other targets, without remarks, since the map cannot choose them.
void keep_target(std::vector<ResultSection>& tuning, const MapFormat& format) {
  const auto foreign = [&](const std::string& subject) {
    const bool in_library = subject.find(':') < subject.find('/');
    return subject != "mpi" && in_library == (format.target == "tutti");
  };
  for (auto& section : tuning) {
    std::erase_if(section.measurements, [&](const auto& row) { return foreign(row.subject); });
    std::erase_if(section.skipped, [&](const auto& row) { return foreign(row.subject); });
  }
}

/// Replaces the rules of the map, which hold for measured points, by fit equations, which decide
/// for all calls.
void use_fits(Chosen& chosen, const std::vector<ResultSection>& tuning) {
  std::set<std::string> remarks(chosen.map.remarks.begin(), chosen.map.remarks.end());
  chosen.map.rules.clear();
  chosen.choices.clear();
  chosen.map.fits = fit_all(tuning, remarks);
  chosen.map.remarks.assign(remarks.begin(), remarks.end());
}

/// Writes the expectations of the map to a file, for figures. Returns its path.
std::string write_expectations(const SelectionMap& map, const std::vector<ResultSection>& tuning,
                               const std::string& out) {
  const auto path = beside(out, "expected.jsonl");
  replace_file(path, print(expectations(map, tuning), tuning.front().header));
  return path;
}

Estimate gain_of(const Chosen& chosen) {
  std::vector<Pairing> pairings;
  for (const auto& choice : chosen.choices) pairings.push_back(choice.times_us);
  return geometric_mean_speedup(pairings);
}

std::size_t protocols_of(const std::vector<MapFit>& fits) {
  std::set<std::string> subjects;
  for (const auto& fit : fits) subjects.insert(fit.subject);
  return subjects.size();
}

void summarize(const MapOptions& options, std::string_view format, const Chosen& chosen,
               const std::vector<std::string>& files) {
  const auto gain = gain_of(chosen);
  if (options.json) {
    const nlohmann::ordered_json summary{{"format", format},
                                         {"rules", chosen.map.rules.size()},
                                         {"fits", chosen.map.fits.size()},
                                         {"points", chosen.choices.size()},
                                         {"gain", gain.value},
                                         {"gain_low", gain.interval.low},
                                         {"gain_high", gain.interval.high},
                                         {"remarks", chosen.map.remarks},
                                         {"files", files}};
    fmt::print("{}\n", summary.dump());
    return;
  }
  if (options.fits)
    fmt::print("{}: {} fit equations of {} protocols\n", options.out, chosen.map.fits.size(),
               protocols_of(chosen.map.fits));
  else
    fmt::print(
        "{}: {} rules from {} points better than the default, there {:.2f} times as fast "
        "[{:.2f}, {:.2f}] when tuned\n",
        options.out, chosen.map.rules.size(), chosen.choices.size(), gain.value, gain.interval.low,
        gain.interval.high);
  for (const auto& remark : chosen.map.remarks) fmt::print("  {}\n", remark);
}

std::optional<Confirmations> confirmed(const MapOptions& options) {
  if (options.confirmed_by.empty()) return std::nullopt;
  return confirmations(read_results(options.confirmed_by));
}

/// Returns the point that --explain names. Throws UsageError.
Point point_to_explain(const std::vector<std::string>& words) {
  const auto collective = words.size() == 3 ? collective_named(words[0]) : std::nullopt;
  const auto ranks = words.size() == 3 ? parsed_bytes(words[1]) : std::nullopt;
  const auto bytes = words.size() == 3 ? parsed_bytes(words[2]) : std::nullopt;
  if (!collective || !bytes || !ranks || *ranks < 1 || *ranks > std::numeric_limits<int>::max())
    throw UsageError(fmt::format("--explain: expected COLLECTIVE RANKS BYTES, found '{}'",
                                 fmt::join(words, " ")));
  return {*collective, static_cast<int>(*ranks), *bytes};
}

/// Prints what the map does at a point, and why.
int explain(const MapOptions& options, const SelectionMap& map,
            std::vector<ResultSection> measurements) {
  std::ranges::move(read_results(options.checked_by), std::back_inserter(measurements));
  const auto explanation =
      tutti::explain(map, measurements, point_to_explain(options.explain), options.significance);
  std::string by_default = "its own choice; with --launcher, its messages tell which";
  if (!options.launcher.empty()) by_default = default_at(explanation, options.launcher);
  fmt::print("{}", print(explanation, by_default));
  return 0;
}

void require_something_to_do(const MapOptions& options) {
  if (options.out.empty() == options.explain.empty())
    throw UsageError("expected --out or --explain");
  if (options.fits && !options.explain.empty())
    throw UsageError("--explain: expected without --fits: it explains rules");
}

int make_map(const MapOptions& options) {
  if (launcher_rank() != 0) return 0;
  require_something_to_do(options);
  auto tuning = read_results(options.results);
  const auto& registered = format_for(options, tuning);
  const MapFormat& format = *registered.format;
  if (options.fits && format.target != "tutti")
    throw UsageError(fmt::format("--fits: expected --format tutti, found {}", registered.name));
  for (const auto& [option, given] : {std::pair{"--confirmed-by", !options.confirmed_by.empty()},
                                      std::pair{"--between", !options.between.empty()},
                                      std::pair{"--checked-by", !options.checked_by.empty()}})
    if (options.fits && given)
      throw UsageError(
          fmt::format("{}: expected without --fits: equations choose everywhere", option));
  keep_target(tuning, format);
  const auto details = parsed_json(tuning.front().header.library_details);
  const auto can = format.expressible(details);
  const auto validated = confirmed(options);
  auto chosen = choose(tuning, std::string(format.target), can, options.significance, validated);
  if (!options.between.empty())
    replace_file(options.between, print_points(points_between(chosen.map, tuning, options.seed)));
  if (!options.checked_by.empty())
    cover_between(chosen.map, tuning, read_results(options.checked_by), can, options.significance,
                  validated);
  if (!options.explain.empty()) {
    format.emit(chosen.map, details, "explained");  // removes rules that the format cannot express
    return explain(options, chosen.map, std::move(tuning));
  }
  if (options.fits) use_fits(chosen, tuning);
  auto files = deploy(format, chosen.map, details, options.out);
  if (options.fits) files.push_back(write_expectations(chosen.map, tuning, options.out));
  summarize(options, registered.name, chosen, files);
  return 0;
}

/// Makes the map. The map formats parse library_details; their JSON errors become UsageError.
int map(const MapOptions& options) {
  try {
    return make_map(options);
  } catch (const nlohmann::json::exception& error) {
    throw UsageError(
        fmt::format("library_details of the results: expected them as `tutti tune` writes them: {}",
                    error.what()));
  }
}

std::function<int()> declare(Command& command) {
  const auto options = std::make_shared<MapOptions>();
  command.add_option("results", options->results, "Result files of `tutti tune`").required();
  command
      .add_option(
          "--format", options->format,
          "Who is to read the map: tutti, or the MPI library, in the format of the measured "
          "version or in another one; if not given, the one whose algorithms were measured")
      .one_of(map_format_names());
  command.add_option("--out", options->out,
                     "The file to write; beside it the map as text (.map) and what makes the "
                     "library load it (.env)");
  command.add_option(
      "--confirmed-by", options->confirmed_by,
      "Results of `tutti validate`: what was not found better there keeps the default");
  command.add_option("--between", options->between,
                     "Write to this file what `tutti bench --points` is to measure so that rules "
                     "may hold between the measured numbers of ranks");
  command.add_option("--checked-by", options->checked_by,
                     "Results of it: a rule holds between two numbers if it is worse at none of "
                     "these points");
  command.add_option("--explain", options->explain,
                     "COLLECTIVE RANKS BYTES: write no map, but print what it does with such a "
                     "call, what was measured nearby, and what the library does without the map");
  command.add_option(
      "--launcher", options->launcher,
      "What starts MPI programs, without -n: with --explain, the library is launched "
      "to see which algorithm it takes by itself");
  command.add_option("--seed", options->seed, "Draws the numbers of ranks in between")
      .shows_default();
  command
      .add_option("--margin", options->significance.margin,
                  "By which fraction what a rule chooses must be faster than the default")
      .shows_default()
      .between(0, 10);
  command.add_flag("--fits", options->fits,
                   "Fit equations to the measurements, and let them choose instead of rules; only "
                   "tutti reads them. What they expect is written beside (.expected.jsonl)");
  command.add_flag("--json", options->json, "Print the summary as one JSON object");
  return [options] { return map(*options); };
}

}  // namespace
}  // namespace tutti

VERB(map){tutti::declare};
