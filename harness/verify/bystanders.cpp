#include "harness/verify/bystanders.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <thread>

#include "contract/error.hpp"
#include "harness/launch.hpp"

namespace tutti {
namespace {

/// All ranks of a launch that are on one host have the same parent, the launcher.
std::string door_of_launch() { return fmt::format("@tutti-{}-{}", getuid(), getppid()); }

bool waited() {
  try {
    Channel::connect_to(door_of_launch()).receive();
    return true;
  } catch (const CannotRun&) {
    return false;
  }
}

}  // namespace

Bystanders::Bystanders() {
  if (launcher_ranks() > 1) door_.emplace(door_of_launch());
}

void Bystanders::stand_by() {
  constexpr auto between_tries = std::chrono::milliseconds(50);
  for (int tries = 100; tries > 0 && !waited(); --tries) std::this_thread::sleep_for(between_tries);
}

}  // namespace tutti
