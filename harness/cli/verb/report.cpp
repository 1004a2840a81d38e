/// Makes an HTML page with figures from result files of the other verbs.
#include <fmt/core.h>

#include <memory>
#include <string>
#include <vector>

#include "contract/error.hpp"
#include "contract/installation.hpp"
#include "harness/cli/verb.hpp"
#include "harness/platform/child.hpp"
#include "harness/platform/launch.hpp"

namespace tutti {

struct ReportOptions {
  std::vector<std::string> results;
  std::string before = {};
  std::string out = "report.html";
  bool json = false;
};

/// Replaces this process by the Python program, whose exit status becomes that of the verb. Uses
/// /usr/bin/python3, for which Debian's matplotlib is installed, since another python3 may be first
/// in PATH.
static int report(const ReportOptions& options) {
  if (launcher_rank() != 0) return 0;
  const auto program = Installation::of_program().data("reports") / "report.py";
  // -B: Python must not write into an installed folder.
  std::vector<std::string> arguments{"/usr/bin/python3", "-B", program.string(), "--out",
                                     options.out};
  if (!options.before.empty()) arguments.push_back("--before=" + options.before);
  if (options.json) arguments.push_back("--json");
  arguments.push_back("--");
  arguments.insert(arguments.end(), options.results.begin(), options.results.end());
  try {
    become(arguments);
  } catch (const CannotRun& error) {
    throw CannotRun(fmt::format("report: {} (Debian: python3-matplotlib)", error.what()));
  }
}

static std::function<int()> declare(Command& command) {
  const auto options = std::make_shared<ReportOptions>();
  command
      .add_option(
          "results", options->results,
          "Result files, maps, or folders of them; or the result directory of an acceptance run")
      .required();
  command.add_option("--before", options->before,
                     "Result directory of an earlier acceptance run, to compare with");
  command.add_option("--out", options->out, "The page to write; its figures go beside it")
      .shows_default();
  command.add_flag("--json", options->json, "Print what was read and written as one JSON object");
  return [options] { return report(*options); };
}

}  // namespace tutti

VERB(report){tutti::declare};
