#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/cli/command_line.hpp"
#include "harness/measure/launch_description.hpp"
#include "harness/platform/launch.hpp"
#include "microbench/claim.hpp"

namespace tutti {
namespace {

struct ClaimsOptions {
  std::vector<std::string> names;
  ClaimOptions measuring;
  std::string out;        ///< result file to append to
  std::string in_launch;  ///< file to write a result to, as one rank of a launch
  bool json = false;
};

std::vector<const RegisteredClaim*> chosen(const std::vector<std::string>& names) {
  std::vector<const RegisteredClaim*> result;
  for (const auto& name : names) result.push_back(&find_claim(name));
  if (names.empty())
    for (const auto& claim : claims()) result.push_back(&claim);
  return result;
}

std::string_view name(Bound bound) { return bound == Bound::at_least ? "at least" : "at most"; }

nlohmann::ordered_json to_json(const RegisteredClaim& claim, const ClaimRow& row) {
  return {{"row", "claim"},          {"claim", claim.name},        {"what", row.what},
          {"source", claim.source},  {"reference", row.reference}, {"measured", row.measured},
          {"low", row.interval.low}, {"high", row.interval.high},  {"unit", row.unit},
          {"goal", row.goal},        {"bound", name(row.bound)},   {"holds", row.holds()}};
}

void print(const ClaimRow& row) {
  const auto verdict = row.goal == 0
                           ? std::string()
                           : fmt::format("{} ({} {:.2f})", row.holds() ? "holds" : "FALLS SHORT",
                                         name(row.bound), row.goal);
  fmt::print("  {:<66} {:>8.2f} [{:.2f}, {:.2f}] {} {}\n", row.what, row.measured, row.interval.low,
             row.interval.high, row.unit, verdict);
}

int measure_claims(const ClaimsOptions& options) {
  if (!options.in_launch.empty()) {
    for (const auto* claim : chosen(options.names)) run_in_launch(*claim, options.in_launch);
    return 0;
  }
  if (launcher_rank() != 0) return 0;
  ResultFile out(options.out);
  auto measuring = options.measuring;
  if (!options.out.empty()) {
    out.append(describe_process("claims"));
    measuring.out = &out;
  }
  auto lines = nlohmann::ordered_json::array();
  bool all_hold = true;
  for (const auto* claim : chosen(options.names)) {
    if (!options.json) fmt::print("{}: {} ({})\n", claim->name, claim->summary, claim->source);
    for (const auto& row : claim->claim->measure(measuring)) {
      all_hold &= row.holds();
      lines.push_back(to_json(*claim, row));
      out.append(nlohmann::json(lines.back()));
      if (!options.json) print(row);
    }
  }
  if (options.json) fmt::print("{}\n", lines.dump(2));
  return all_hold ? 0 : 1;
}

/// Adds the program's options, which `options` gets the values of.
void declare(Command command, ClaimsOptions& options) {
  command.add_option("claims", options.names, "Their names; all if none is given");
  command.add_option("--ranks", options.measuring.ranks, "Instead of those that the claim is about")
      .comma_separated();
  command.add_option("--launches", options.measuring.launches, "For each number of ranks")
      .between(1, 100)
      .shows_default();
  command.add_option("--time", options.measuring.budget_s, "Seconds for each launch")
      .in_seconds()
      .positive();
  command.add_option("--seed", options.measuring.seed, "Of the random order of measurements")
      .shows_default();
  command.add_option("--out", options.out, "Result file to append to, for `tutti report`");
  command.add_option("--in-launch", options.in_launch,
                     "What a claim starts on several ranks: write the result to this file");
  command.add_flag("--json", options.json, "Print one JSON array");
}

}  // namespace
}  // namespace tutti

int main(int argc, char** argv) {
  tutti::Program program("tutti-claims", "Measures again what the source documents claim.");
  tutti::ClaimsOptions options;
  tutti::declare(program.options(), options);
  return program.run([&] {
    program.parse(argc, argv);
    return tutti::measure_claims(options);
  });
}
