#include "harness/gate/gate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <ranges>

#include "contract/error.hpp"
#include "contract/library_version.hpp"
#include "harness/gate/accepted_findings.hpp"
#include "harness/gate/case_trial.hpp"
#include "harness/gate/gate_report.hpp"
#include "harness/platform/replace_file.hpp"
#include "harness/verify/earlier_launches.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;

constexpr double too_short = 2;  ///< seconds for which no further launch is worth its start

/// Returns on how many ranks leaks are looked for: a case runs hundreds of times, which takes long where
/// ranks share cores.
int ranks_for_leaks(const std::vector<int>& ranks) {
  constexpr int most = 4;
  const auto few = std::ranges::count_if(ranks, [](int each) { return each <= most; });
  if (few == 0) return std::ranges::min(ranks);
  return std::ranges::max(ranks | std::views::filter([](int each) { return each <= most; }));
}

std::vector<LaunchKind> kinds_of(const GateOptions& options) {
  std::vector<LaunchKind> kinds;
  for (const auto& target : options.targets) {
    for (const int ranks : options.ranks) kinds.push_back({target, ranks});
    if (target != "mpi-forced") kinds.push_back({target, ranks_for_leaks(options.ranks), true});
  }
  return kinds;
}

/// A run of the gate.
class Gate {
 public:
  explicit Gate(const GateOptions& options)
      : options_(options),
        accepted_(options.baseline.empty() ? std::vector<AcceptedFinding>{}
                                           : read_baseline(options.baseline),
                  library_version()),
        plan_(kinds_of(options), options.seconds) {
    std::error_code error;
    std::filesystem::create_directories(options.out + "/launches", error);
    if (error) throw UsageError(fmt::format("--out {}: {}", options.out, error.message()));
    for (const auto& target : options.targets) std::filesystem::remove(state_file(target));
    results_.library = library_version();
    results_.kinds = kinds_of(options);
    results_.strict = options.strict;
  }

  int run() {
    write_results();
    try_baseline();
    while (!stop_.arrived() && (seconds_left() > too_short || !plan_.each_had_its_turn()))
      run_next_launch();
    results_.interrupted = stop_.arrived();
    write_results();
    fmt::print(
        "\n{}results: {}/gate.json, junit.xml, and findings.toml, the baseline for the next run\n",
        to_text(results_), options_.out);
    constexpr int of_signals = 128;
    if (results_.interrupted) return of_signals + stop_.signal();
    return results_.holds() ? 0 : 1;
  }

 private:
  double seconds_left() const {
    const auto passed = std::chrono::steady_clock::now() - begin_;
    return options_.seconds - std::chrono::duration<double>(passed).count();
  }

  std::string state_file(const std::string& target) const {
    return fmt::format("{}/covered-{}.json", options_.out, target);
  }
  std::string known_file() const { return options_.out + "/known.toml"; }

  template <class... Arguments>
  void say(fmt::format_string<Arguments...> text, Arguments&&... arguments) const {
    fmt::print("{}\n", fmt::format(text, std::forward<Arguments>(arguments)...));
    std::fflush(stdout);
  }

  void write_results() const {
    replace_file(options_.out + "/gate.json", to_json(results_).dump(1) + "\n");
    replace_file(options_.out + "/junit.xml", to_junit(results_));
    if (!options_.junit.empty()) replace_file(options_.junit, to_junit(results_));
    replace_file(options_.out + "/findings.toml",
                 to_toml(accepted_.for_next_run(results_.findings)));
    replace_file(known_file(), to_toml(accepted_.for_next_launch()));
  }

  VerifyLaunchResult launch(int ranks, std::vector<std::string> arguments, double seconds_max) {
    arguments.insert(arguments.end(), {"--hang-after", fmt::format("{}", options_.hang_seconds)});
    return tutti::run({.ranks = ranks,
                       .arguments = std::move(arguments),
                       .of_ranks = options_.of_ranks,
                       .seconds_max = seconds_max,
                       .output = fmt::format("{}/launches/{}.json", options_.out, ++number_)},
                      stop_);
  }

  std::vector<std::string> selection(const LaunchKind& kind) const;
  void try_baseline();
  GateFinding tried(const AcceptedFinding& entry);
  void run_next_launch();
  int note_findings(const LaunchKind& kind, const Json& report);
  bool note_failure(const LaunchKind& kind, const Json& failure);
  void note_known_faults(const LaunchKind& kind, const Json& report);
  void add(GateFinding finding);

  GateOptions options_;
  StopSignals stop_;
  AcceptedFindings accepted_;
  TimePlan plan_;
  GateResults results_;
  int number_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

void Gate::add(GateFinding finding) {
  if (finding.status == FindingStatus::fresh) fmt::print("{}", to_text(finding));
  results_.findings.push_back(std::move(finding));
}

/// Runs the case of an entry.
GateFinding Gate::tried(const AcceptedFinding& entry) {
  using enum CaseTrial::Outcome;
  constexpr int tries = 3;
  constexpr double seconds_max = 120;
  const auto replay = print(entry.test);
  const auto trial = try_case(
      [&] {
        return launch(entry.test.ranks, {"--replay", replay}, seconds_max);
      },
      tries);
  const bool is_known = trial.outcome == fails || (trial.outcome == passes && entry.now_and_then);
  return {.status = trial.outcome == cannot_be_tried ? FindingStatus::untried
                    : is_known                       ? FindingStatus::known
                                                     : FindingStatus::fixed,
          .target = "baseline",
          .ranks = entry.test.ranks,
          .symptom = trial.ended,
          .what = trial.what,
          .replay = replay,
          .fault_class = to_text(class_of(entry.test)),
          .reason = entry.reason};
}

void Gate::try_baseline() {
  const auto& entries = accepted_.baseline();
  for (std::size_t i = 0; i < entries.size() && !stop_.arrived(); ++i) {
    auto finding = tried(entries[i]);
    if (stop_.arrived()) return;
    say("baseline {} of {}: {}: {}", i + 1, entries.size(), name(finding.status),
        finding.fault_class);
    add(std::move(finding));
    write_results();
  }
}

/// Adds what is wrong in one failure. Returns whether it is new.
bool Gate::note_failure(const LaunchKind& kind, const Json& failure) {
  const auto replay = failure["case"].get<std::string>();
  const Case test = parse_case(replay);
  const bool portability = failure["class"] == "portability";
  if (accepted_.cover(test)) return false;
  GateFinding finding{.status = portability ? FindingStatus::note : FindingStatus::fresh,
                      .target = kind.target,
                      .ranks = test.ranks,
                      .symptom = failure["ended"] == "returned" ? "wrong" : failure["ended"],
                      .what = failure["what"].get<std::vector<std::string>>(),
                      .replay = replay,
                      .fault_class = to_text(class_of(test)),
                      .program = failure.value("c_program", "")};
  if (failure["reproduced"] == false)
    finding.what.emplace_back("seen once; it did not fail again when it was replayed");
  accepted_.add(finding);
  add(std::move(finding));
  return !portability;
}

/// Adds the faults of the library that tutti knows, once each: as the last launch saw it that had
/// ranks enough to try it.
void Gate::note_known_faults(const LaunchKind& kind, const Json& report) {
  for (const auto& fault : report["known_faults"]) {
    const auto replay = fault["case"].get<std::string>();
    const auto symptom = fault["what_happened"].get<std::string>();
    const auto known = std::ranges::find(results_.findings, replay, &GateFinding::replay);
    if (known != results_.findings.end()) {
      if (!symptom.starts_with("not ")) known->what = {symptom};
      continue;
    }
    const Case test = parse_case(replay);
    add({.status = FindingStatus::known,
         .target = kind.target,
         .ranks = test.ranks,
         .symptom = "known",
         .what = {symptom},
         .replay = replay,
         .fault_class = to_text(class_of(test)),
         .reason =
             fmt::format("tutti knows it of this version: {}", fault["what"].get<std::string>())});
  }
}

/// Returns how many findings are new.
int Gate::note_findings(const LaunchKind& kind, const Json& report) {
  int fresh = 0;
  for (const char* key : {"failed", "found"})
    for (const auto& failure : report[key]) fresh += note_failure(kind, failure);
  const auto& operators = report["wrong_operators"];
  for (std::size_t i = 0; i < operators.size(); ++i)
    fresh += note_failure(kind, {{"case", report["wrong_operator_cases"][i]},
                                 {"class", "wrong"},
                                 {"ended", "returned"},
                                 {"what", {operators[i]}},
                                 {"reproduced", true}});
  note_known_faults(kind, report);
  return fresh;
}

/// Returns the options that say what is under test.
std::vector<std::string> Gate::selection(const LaunchKind& kind) const {
  std::vector<std::string> arguments{"--target", kind.target, "--protocol", options_.protocol};
  if (kind.leaks) arguments.emplace_back("--leaks");
  if (!options_.collectives.empty())
    arguments.insert(arguments.end(),
                     {"--collective", fmt::format("{}", fmt::join(options_.collectives, ","))});
  return arguments;
}

void Gate::run_next_launch() {
  constexpr double overhead_max = 120;  // to start ranks, and to shrink cases
  const LaunchKind kind = plan_.next();
  const double seconds = std::max(plan_.seconds_of_next(seconds_left()), too_short);
  const auto seed = options_.seed + results_.launches.size();
  const auto pairs_before = results_.coverage[kind.target].pairs().hit;
  auto arguments = selection(kind);
  arguments.insert(arguments.end(),
                   {"--time", fmt::format("{:.1f}", seconds), "--seed", std::to_string(seed),
                    "--baseline", known_file(), "--continue", state_file(kind.target)});
  const auto result = launch(kind.ranks, std::move(arguments), 3 * seconds + overhead_max);
  GateLaunch done{.kind = kind, .seed = seed, .seconds = result.seconds, .ended = result.ended};
  LaunchYield yield{.seconds = result.seconds};
  if (!result.report.is_null()) {
    done.cases = result.report["cases"];
    yield.new_findings = note_findings(kind, result.report);
    results_.coverage[kind.target] = read_earlier_launches(state_file(kind.target)).coverage;
    yield.new_pairs = static_cast<int>(results_.coverage[kind.target].pairs().hit - pairs_before);
  }
  say("launch {}: {}, seed {}: {} cases, {} new pairs of values, {} new findings, "
      "{:.0f} s{}",
      results_.launches.size() + 1, to_text(kind), seed, done.cases, yield.new_pairs,
      yield.new_findings, result.seconds, done.ended == "well" ? "" : ", ended " + done.ended);
  results_.launches.push_back(std::move(done));
  plan_.note(yield);
  write_results();
}

}  // namespace

int gate(const GateOptions& options) { return Gate(options).run(); }

}  // namespace tutti
