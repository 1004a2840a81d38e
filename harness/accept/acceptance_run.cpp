#include "harness/accept/acceptance_run.hpp"

#include <exception>

#include "harness/accept/stage/stages.hpp"
#include "harness/measure/clock.hpp"

namespace tutti {
namespace {

constexpr int could_not_run = 3;

struct Stage {
  const char* name;
  std::string (*run)(AcceptanceLaunch&);
};

constexpr Stage stages[]{{"drift", compare_hosts},          {"correct", prove_collectives},
                         {"nodes", search_nodes},           {"pairs", search_pairs},
                         {"collectives", time_collectives}, {"load", time_under_load}};

/// Runs the stage, unless it was finished before the launch was interrupted.
void run(const Stage& stage, AcceptanceLaunch& launch) {
  const bool recorder = launch.is_recorder();
  if (launch.world().share_flag(recorder && launch.file().has_finished(stage.name)))
    return launch.say("{:<12} was finished before", stage.name);
  const double begin_us = now_us();
  if (recorder) launch.file().begin_stage(stage.name);
  const auto result = stage.run(launch);
  const double seconds = (now_us() - begin_us) / 1e6;
  if (recorder) launch.file().finish_stage(stage.name, seconds);
  launch.say("{:<12} {:>6.1f} s  {}", stage.name, seconds, result);
}

}  // namespace

void measure_acceptance(const AcceptanceOptions& options) {
  const double begin_us = now_us();
  AcceptanceLaunch launch(options);
  try {
    for (const auto& stage : stages) run(stage, launch);
    if (launch.is_recorder()) launch.file().finish_stage(last_stage, (now_us() - begin_us) / 1e6);
  } catch (const std::exception& error) {
    // What rank 0 cannot write, no other rank knows of: they wait for it.
    fmt::print(stderr, "tutti: {}\n", error.what());
    std::fflush(stderr);
    PMPI_Abort(launch.world().comm(), could_not_run);
  }
}

}  // namespace tutti
