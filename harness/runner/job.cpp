#include "harness/runner/job.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "contract/error.hpp"
#include "harness/platform/launch.hpp"

namespace tutti {
namespace {

constexpr auto longest_start = std::chrono::seconds(60);
constexpr auto longest_end = std::chrono::seconds(5);
constexpr std::string_view report_prefix = "tutti: rank ";

std::vector<std::string> command(const JobPlan& plan, const std::string& socket) {
  return launch_command(default_launcher(), plan.ranks,
                        {"serve", "--target", plan.target, "--socket", socket});
}

/// Returns `rank 2 ended by signal 11`, from the line that a dying rank wrote.
std::string death_report(const std::string& line) {
  constexpr auto before_name = std::string_view("tutti: ").size();
  return line.substr(before_name, line.find(" while running") - before_name);
}

/// Returns whether a line is a frame of a backtrace:
/// `/lib/libmpich.so.12(+0x26b3bb) [0x7f2fee8d13bb]`.
bool is_frame(std::string_view line) {
  return line.ends_with("]") && line.find(") [0x") != std::string_view::npos;
}

/// Returns whether a line of output explains a failure better than the earlier line `said`. MPICH
/// writes `Abort(1) on node 0: Internal error` and a backtrace after the error itself. Open MPI
/// also writes which components it selects, as tutti requests.
bool explains_more(std::string_view line, std::string_view said) {
  if (line.find_first_not_of("- ") == std::string_view::npos || is_frame(line)) return false;
  if (line.find("] coll:") != std::string_view::npos || line.ends_with("disqualifying myself"))
    return false;
  return said.empty() || !line.starts_with("Abort(");
}

/// Returns what the dying ranks of the job reported, and the last explanation that a library wrote
/// before that. Later lines are the launcher's. Ignores all output before the last order.
std::string summary_of(const Ending& ending, std::size_t complaints_before) {
  constexpr std::size_t most_letters = 200;
  std::set<std::string> dead;
  std::string said;
  std::istringstream lines(
      ending.complaints.substr(std::min(complaints_before, ending.complaints.size())));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(report_prefix))
      dead.insert(death_report(line));
    else if (dead.empty() && explains_more(line, said))
      said = line.substr(0, most_letters);
  if (dead.empty() && said.empty()) return fmt::format("status {}", ending.status);
  return fmt::format("{}{}{}", fmt::join(dead, ", "), dead.empty() || said.empty() ? "" : ": ",
                     said);
}

}  // namespace

Job::Job(const JobPlan& plan)
    : socket_(folder_.file("socket")),
      child_(command(plan, folder_.file("socket")), plan.environment) {
  const auto deadline = std::chrono::steady_clock::now() + longest_start;
  while (!channel_ && !child_.has_ended() && std::chrono::steady_clock::now() < deadline)
    channel_ = socket_.accept(std::chrono::milliseconds(100));
  if (!channel_) throw CannotRun("the launch for the cases did not start: " + describe_end());
}

void Job::finish() {
  channel_.reset();
  child_.await(longest_end);
}

std::string Job::describe_end() {
  return summary_of(child_.await(longest_end), complaints_before_);
}

}  // namespace tutti
