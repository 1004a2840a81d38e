#include "harness/runner/idle_ranks.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <functional>
#include <string>
#include <thread>

#include "contract/error.hpp"
#include "harness/platform/launch.hpp"
#include "harness/platform/launch_detection.hpp"

namespace tutti {
namespace {

/// Returns a name that is the same at all ranks of a launch on one host: from the launcher's name
/// for the launch, or else from the parent process. The parent is the launcher, and so common to
/// all ranks, unless a script in between starts each rank.
std::string socket_of_launch() {
  const auto& job = own_launch().job;
  return job.empty() ? fmt::format("@tutti-{}-{}", getuid(), getppid())
                     : fmt::format("@tutti-{}-job-{:x}", getuid(), std::hash<std::string>()(job));
}

bool waited() {
  try {
    Channel::connect_to(socket_of_launch()).receive();
    return true;
  } catch (const CannotRun&) {
    return false;
  }
}

}  // namespace

IdleRanks::IdleRanks() {
  if (launcher_ranks() > 1) socket_.emplace(socket_of_launch());
}

void IdleRanks::wait_for_end() {
  constexpr auto between_tries = std::chrono::milliseconds(50);
  for (int tries = 100; tries > 0 && !waited(); --tries) std::this_thread::sleep_for(between_tries);
}

}  // namespace tutti
