/// Shows acceptance runs over time, and the days on which something changed.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "contract/error.hpp"
#include "harness/cli/verb.hpp"
#include "harness/history/report.hpp"
#include "harness/platform/launch.hpp"

namespace tutti {
namespace {

struct HistoryOptions {
  std::string folder;
  std::string database;
  std::string since;
  ChangeTest test;
  bool json = false;
};

/// Throws UsageError unless the text is empty or looks like 2026-11-28.
void check_day(const std::string& text) {
  const std::string digits = "0123456789", form = "dddd-dd-dd";
  bool right = text.empty() || text.size() == form.size();
  for (std::size_t i = 0; right && i < text.size(); ++i)
    right = form[i] == 'd' ? digits.find(text[i]) != std::string::npos : text[i] == form[i];
  if (!right) throw UsageError("--since " + text + ": expected a day like 2026-11-28");
}

/// Returns the runs in the folder. Throws UsageError if there is nothing of which it could have a
/// history.
std::vector<std::string> runs_in(const std::string& folder, const std::string& database) {
  auto directories = run_directories(folder);
  if (directories.empty() && !std::filesystem::exists(database))
    throw UsageError(
        fmt::format("{}: expected folders with a file {}; there is none", folder, run_file));
  return directories;
}

int history(const HistoryOptions& options) {
  if (launcher_rank() != 0) return 0;
  check_day(options.since);
  const auto path = options.database.empty() ? options.folder + "/history.db" : options.database;
  const auto directories = runs_in(options.folder, path);
  HistoryDatabase database(path);
  const auto unfinished = take_in(database, options.folder, directories);
  for (const auto& [directory, reason] : unfinished)
    fmt::print(stderr, "tutti: {}/{}: left out, since it is not finished: {}\n", options.folder,
               directory, reason);
  const auto history = history_of(database, options.since, options.test);
  if (options.json)
    fmt::print("{}\n", to_json(history, unfinished).dump(2));
  else
    fmt::print("{}", text_of(history));
  return std::ranges::any_of(history.series, &HistorySeries::is_worse) ? 1 : 0;
}

std::function<int()> declare(Command& command) {
  const auto options = std::make_shared<HistoryOptions>();
  command
      .add_option("folder", options->folder,
                  "Holds a folder of each run of `accept`; new runs are taken in")
      .required();
  command.add_option("--database", options->database,
                     "File that keeps the history (default: history.db in the folder)");
  command.add_option("--since", options->since, "First day of the history, such as 2026-11-28");
  command
      .add_option("--false-alarms", options->test.false_alarm_rate,
                  "Share of looks at an unchanged machine that may show a change")
      .between(0.0001, 0.2)
      .shows_default();
  command.add_flag("--json", options->json, "Print one JSON object");
  return [options] { return history(*options); };
}

}  // namespace
}  // namespace tutti

VERB(history){tutti::declare};
