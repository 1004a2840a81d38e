/// Lets the MPI library tell how it reads a selection map: by the messages that its ranks send.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "contract/error.hpp"
#include "contract/library_version.hpp"
#include "harness/cli/verb.hpp"
#include "harness/map/read_back.hpp"
#include "harness/map/varied_map.hpp"
#include "harness/measure/control_messages.hpp"
#include "harness/measure/launch_description.hpp"
#include "harness/platform/json.hpp"
#include "harness/platform/launch.hpp"
#include "harness/platform/temporary_folder.hpp"
#include "harness/results/result_file.hpp"
#include "harness/subject/forced_subjects.hpp"

namespace tutti {
namespace {

struct ReadbackOptions {
  std::string map;
  std::string format = std::string(library_name());
  std::vector<int> ranks{2, 3, 4};
  std::string launcher = default_launcher();
  std::string out;
};

/// Writes a map with many different rules. `path` is the file that the library reads.
void write_varied_map(const ReadbackOptions& options, const std::string& path) {
  prepare_forcing();
  const MpiSession session;
  const Exchange world(MPI_COMM_WORLD);
  const auto header = describe_launch(world, "map", 1, own_command_line());
  const auto details = parsed_json(header.library_details);
  const auto& format = *find_map_format(options.format, header.library_version).format;
  auto map = varied_map(format, details, options.ranks);
  map.library = header.library_version;
  map.machine = header.machine;
  deploy(format, map, details, path);
}

void print(const std::vector<PointReading>& readings) {
  std::map<Collective, std::map<RuleReading, int>> counts;
  for (const auto& [point, subject, reading] : readings) ++counts[point.collective][reading];
  fmt::print("{}", misread_lines(readings));
  fmt::print("{:<22} {:>6} {:>8} {:>13} {:>7}\n", "points of", "right", "misread", "like default",
             "unseen");
  for (auto& [collective, of] : counts)
    fmt::print("{:<22} {:>6} {:>8} {:>13} {:>7}\n", name(collective), of[RuleReading::right],
               of[RuleReading::misread], of[RuleReading::like_default], of[RuleReading::unseen]);
}

/// Throws UsageError if the map is not for this program's library.
void require_own_library(std::string_view target) {
  if (target != library_name())
    throw UsageError(
        fmt::format("expected a map for {}, which this tutti runs with, found one for {}",
                    library_name(), target));
}

void check(ReadbackOptions& options) {
  std::ranges::sort(options.ranks);
  options.ranks.erase(std::ranges::unique(options.ranks).begin(), options.ranks.end());
  if (options.ranks.front() < 2)
    throw UsageError(
        fmt::format("--ranks: expected numbers from 2 on, found {}", options.ranks.front()));
  if (options.map.empty())
    require_own_library(find_map_format(options.format, library_version()).format->target);
}

int readback(ReadbackOptions options) {
  if (launcher_rank() != 0) return 0;
  check(options);
  const TemporaryFolder folder;
  const auto varied = options.out.empty() ? folder.file("varied.rules") : options.out;
  const auto path = options.map.empty() ? varied : options.map;
  if (options.map.empty()) write_varied_map(options, path);
  const auto deployment = find_deployment(path);
  require_own_library(deployment.map.target);
  const auto readings = read_back(deployment, options.launcher);
  print(readings);
  if (!readings.empty() && !any_told(readings))
    throw CannotRun("at no point the messages tell how the map is read");
  const bool misread = any_misread(readings);
  fmt::print("{} rules in the format {}, read by {}: {}\n", deployment.map.rules.size(),
             deployment.format->name, library_version(), misread ? "MISREAD" : "nothing misread");
  return misread ? 1 : 0;
}

std::function<int()> declare(Command& command) {
  const auto options = std::make_shared<ReadbackOptions>();
  command.add_option("map", options->map,
                     "The file that `tutti map` wrote; if not given, a map with another algorithm "
                     "for each number of ranks and range of sizes");
  command
      .add_option("--format", options->format,
                  "The format of that map; if not given, the one that this library reads")
      .one_of(map_format_names());
  command.add_option("--ranks", options->ranks, "Its numbers of ranks")
      .comma_separated()
      .shows_default();
  command.add_option("--out", options->out, "Keep that map in this file, as `tutti map` writes it");
  command.add_option("--launcher", options->launcher, "What starts MPI programs, without -n")
      .shows_default();
  return [options] { return readback(*options); };
}

}  // namespace
}  // namespace tutti

VERB(readback){tutti::declare};
