#include "harness/gate/bisect.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "contract/error.hpp"
#include "contract/library_version.hpp"
#include "harness/case/case.hpp"
#include "harness/gate/case_trial.hpp"
#include "harness/platform/json.hpp"
#include "harness/platform/launch.hpp"
#include "harness/platform/temporary_folder.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;

constexpr int cannot_be_tried = 125;  ///< as `git bisect run` understands it
constexpr double seconds_max = 120;

/// What one library does with the case.
struct Answer {
  std::string library = {};
  std::string says = {};  ///< `fails`, `passes`, or `cannot be tried`
  std::string what = {};  ///< the first complaint
};

int status_of(const Answer& answer) {
  if (answer.says == "passes") return 0;
  return answer.says == "fails" ? 1 : cannot_be_tried;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string name(CaseTrial::Outcome outcome) {
  using enum CaseTrial::Outcome;
  if (outcome == passes) return "passes";
  return outcome == fails ? "fails" : "cannot be tried";
}

/// Runs the case on the library of this program until it fails.
Answer try_here(const BisectOptions& options) {
  const int ranks = parse_case(options.replay).ranks;
  const TemporaryFolder folder;
  StopSignals stop;
  const auto launch = [&] {
    return run({.ranks = ranks,
                .arguments = {"--replay", options.replay, "--hang-after",
                              fmt::format("{}", options.hang_seconds)},
                .of_ranks = options.of_ranks,
                .seconds_max = seconds_max,
                .output = folder.file("report")},
               stop);
  };
  const auto trial = try_case(launch, options.tries);
  if (trial.interrupted) throw CannotRun("interrupted");
  return {.library = library_version(),
          .says = name(trial.outcome),
          .what = trial.what.empty() ? "" : first_line(trial.what.front())};
}

Json to_json(const Answer& answer) {
  return {{"library", answer.library}, {"says", answer.says}, {"what", answer.what}};
}

/// Asks the tutti of another library.
Answer ask(const std::string& program, const BisectOptions& options) {
  const TemporaryFolder folder;
  std::vector<std::string> command{program,
                                   "bisect",
                                   options.replay,
                                   "--here",
                                   "--json",
                                   "--tries",
                                   std::to_string(options.tries),
                                   "--hang-after",
                                   fmt::format("{}", options.hang_seconds)};
  for (const auto& [name, value] : options.of_ranks)
    command.insert(command.end(), {"--env", name + "=" + value});
  Child child(command, {}, folder.file("answer"));
  const auto ending =
      child.await(std::chrono::duration<double>(options.tries * seconds_max), notice_for_launchers);
  const auto json = parsed_json_file(folder.file("answer"));
  if (!json.is_object())
    return {.library = program,
            .says = "cannot be tried",
            .what = fmt::format("it ended with status {}: {}", ending.status,
                                first_line(ending.complaints))};
  return {.library = json["library"], .says = json["says"], .what = json["what"]};
}

/// Returns the tutti of each library that is installed, or was built, beside this one.
std::vector<std::string> programs_beside() {
  namespace fs = std::filesystem;
  const fs::path own = own_program();
  std::vector<std::string> programs;
  const auto add = [&](const fs::path& program) {
    if (fs::is_regular_file(program) && access(program.c_str(), X_OK) == 0)
      programs.push_back(program.string());
  };
  if (own.filename() == "tutti") {
    for (const auto& build : fs::directory_iterator(own.parent_path().parent_path()))
      add(build.path() / "tutti");
  } else {
    for (const auto& program : fs::directory_iterator(own.parent_path()))
      if (program.path().filename().string().starts_with("tutti-")) add(program.path());
  }
  std::ranges::sort(programs);
  return programs;
}

int report(const std::vector<Answer>& answers, bool json) {
  auto list = Json::array();
  for (const auto& answer : answers) {
    list.push_back(to_json(answer));
    if (!json)
      fmt::print("{:<15} {}{}\n", answer.says, answer.library,
                 answer.what.empty() ? "" : ": " + answer.what);
  }
  if (json) fmt::print("{}\n", list.dump(1));
  return std::ranges::any_of(answers, [](const Answer& each) { return each.says == "fails"; }) ? 1
                                                                                               : 0;
}

}  // namespace

int bisect(const BisectOptions& options) {
  parse_case(options.replay);
  if (options.here) {
    const auto answer = try_here(options);
    if (options.json)
      fmt::print("{}\n", to_json(answer).dump());
    else
      report({answer}, false);
    return status_of(answer);
  }
  std::vector<Answer> answers;
  for (const auto& program : options.programs.empty() ? programs_beside() : options.programs)
    answers.push_back(ask(program, options));
  return report(answers, options.json);
}

}  // namespace tutti
