/// Times any MPI program unchanged, with tutti preloaded, and with calls that overlap.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "harness/cli/verb.hpp"
#include "harness/measure/launch_variants.hpp"
#include "harness/platform/launch.hpp"

namespace tutti {
namespace {

struct GainOptions {
  TimedProgram program;
  bool json = false;
};

/// The times of one way to run the program, and its speedups over the others.
struct GainRow {
  std::string way;
  Summary seconds;
  Estimate over_library, over_served;
};

std::vector<GainRow> rows_of(const TimedProgram& program) {
  const std::vector<LaunchVariant> ways{library_variant(), preloaded_variant("served"),
                                        overlapping_variant()};
  const auto seconds = seconds_by_variant(program, ways);
  std::vector<GainRow> rows;
  for (const auto& [name, variables] : ways) {
    const auto& launches = seconds.at(name);
    rows.push_back({.way = name,
                    .seconds = summarize(pooled(launches)),
                    .over_library = speedup(launches, seconds.at("library")),
                    .over_served = speedup(launches, seconds.at("served"))});
  }
  return rows;
}

nlohmann::ordered_json to_json(const GainRow& row) {
  const auto& [library, library_interval] = row.over_library;
  const auto& [served, served_interval] = row.over_served;
  return {{"way", row.way},
          {"launches", row.seconds.repetitions},
          {"seconds_median", row.seconds.median},
          {"seconds_low", row.seconds.median_interval.low},
          {"seconds_high", row.seconds.median_interval.high},
          {"over_library", library},
          {"over_library_low", library_interval.low},
          {"over_library_high", library_interval.high},
          {"over_served", served},
          {"over_served_low", served_interval.low},
          {"over_served_high", served_interval.high}};
}

void print_json(const std::vector<GainRow>& rows) {
  auto lines = nlohmann::ordered_json::array();
  for (const auto& row : rows) lines.push_back(to_json(row));
  fmt::print("{}\n", lines.dump(2));
}

std::string text_of(double value, const Interval& interval) {
  return fmt::format("{:.3f} [{:.3f}, {:.3f}]", value, interval.low, interval.high);
}

void print_table(const std::vector<GainRow>& rows) {
  fmt::print("{:<8} {:>26} {:>24} {:>24}\n", "way", "seconds, 95 % interval", "times over library",
             "times over served");
  for (const auto& row : rows)
    fmt::print("{:<8} {:>26} {:>24} {:>24}\n", row.way,
               text_of(row.seconds.median, row.seconds.median_interval),
               text_of(row.over_library.value, row.over_library.interval),
               text_of(row.over_served.value, row.over_served.interval));
}

int gain(const GainOptions& options) {
  if (launcher_rank() != 0) return 0;
  const auto rows = rows_of(options.program);
  options.json ? print_json(rows) : print_table(rows);
  return 0;
}

std::function<int()> declare(Command& command) {
  const auto options = std::make_shared<GainOptions>();
  auto& program = options->program;
  command.add_option("program", program.command, "The program and its arguments, behind `--`")
      .required();
  command.add_option("--ranks", program.ranks, "To launch it on").positive().shows_default();
  command.add_option("--launches", program.launches, "In each way")
      .between(2, 1000)
      .shows_default();
  command.add_option("--timeout", program.seconds_max, "For one launch").in_seconds().positive();
  command.add_option("--seed", program.seed, "Of the random order of launches").shows_default();
  command.add_flag("--json", options->json, "Print one JSON array");
  return [options] { return gain(*options); };
}

}  // namespace
}  // namespace tutti

VERB(gain){tutti::declare};
