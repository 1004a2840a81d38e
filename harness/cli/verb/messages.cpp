/// Prints the messages that the ranks send in each of some calls.
#include <fmt/core.h>

#include <memory>

#include "contract/error.hpp"
#include "harness/cli/verb.hpp"
#include "harness/measure/measurement_points.hpp"
#include "harness/platform/launch.hpp"
#include "harness/traffic/traffic.hpp"

namespace tutti {
namespace {

struct MessagesOptions {
  std::string points;
  std::string launcher = default_launcher();
  std::string out;
};

std::string line_of(const CallOfSubject& call) {
  const auto& [point, subject] = call;
  return fmt::format("{} {} {} {}", name(point.collective), point.ranks, point.bytes, subject);
}

void print(const RecordedTraffic& recorded) {
  for (const auto& [call, reason] : recorded.skipped)
    fmt::print("{}\n  skipped: {}\n", line_of(call), reason);
  for (const auto& [call, traffic] : recorded.messages) {
    fmt::print("{}\n", line_of(call));
    for (std::size_t rank = 0; rank < traffic.size(); ++rank) {
      fmt::print("  rank {}:", rank);
      for (const auto& [to, bytes] : traffic[rank]) fmt::print(" {} B to {}", bytes, to);
      fmt::print("\n");
    }
  }
}

/// The launcher starts this verb again, on each rank, where messages are recorded.
int messages(const MessagesOptions& options) {
  const auto calls = read_points(options.points);
  if (!options.out.empty()) {
    record_calls(calls, options.out);
    return 0;
  }
  if (launcher_rank() != 0) return 0;
  int ranks = 1;
  for (const auto& [point, subject] : calls) ranks = std::max(ranks, point.ranks);
  print(record_traffic({.launcher = options.launcher, .ranks = ranks, .calls = calls}));
  return 0;
}

std::function<int()> declare(Command& command) {
  const auto options = std::make_shared<MessagesOptions>();
  command
      .add_option(
          "--points", options->points,
          "A file with a line for each call: COLLECTIVE RANKS BYTES SUBJECT; the subject is "
          "mpi, or an algorithm that `tutti list` shows")
      .required();
  command.add_option("--launcher", options->launcher, "What starts MPI programs, without -n")
      .shows_default();
  command.add_option("--out", options->out, "Where the ranks write them; set by the launch itself");
  return [options] { return messages(*options); };
}

}  // namespace
}  // namespace tutti

VERB(messages){tutti::declare};
