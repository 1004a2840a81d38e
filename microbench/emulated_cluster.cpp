#include "microbench/emulated_cluster.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "contract/error.hpp"
#include "contract/installation.hpp"
#include "harness/platform/launch.hpp"
#include "harness/platform/temporary_folder.hpp"

namespace tutti {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto longest_run = 180s;
constexpr auto longest_finalize = 1s;  ///< in MPICH over TCP it sometimes fails or hangs

/// Returns the first line of the file; empty until it is complete.
std::string first_line_of(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return file.good() ? line : "";
}

}  // namespace

std::string first_output_line(const Cluster& cluster, int ranks,
                              const std::vector<std::string>& program,
                              const Environment& of_ranks) {
  const auto launcher =
      fmt::format("{} {}", Installation::of_program().data("cluster").string(), cluster.hosts);
  const TemporaryFolder folder;
  const auto output = folder.file("output");
  Child child(launch_command_for(launcher, ranks, program, of_ranks), {{"RATE", cluster.rate}},
              output);
  const auto deadline = Clock::now() + longest_run;
  while (!child.has_ended() && first_line_of(output).empty() && Clock::now() < deadline)
    std::this_thread::sleep_for(20ms);
  const auto ending = child.await(longest_finalize, notice_for_launchers);
  if (auto line = first_line_of(output); !line.empty()) return line;
  const auto name = std::filesystem::path(program.front()).filename().string();
  require_success(ending, name);
  throw CannotRun(name + ": said nothing");
}

}  // namespace tutti
