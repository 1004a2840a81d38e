#include "harness/measure/measurement_launch.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "harness/measure/measurement_points.hpp"
#include "harness/platform/replace_file.hpp"

namespace tutti {
std::vector<ResultSection> measure_in_launch(const PointLaunch& launch,
                                             const TemporaryFolder& folder) {
  const auto results = folder.file("results.jsonl"), points = folder.file("points");
  replace_file(points, print_points(launch.subjects));
  std::filesystem::remove(results);
  const auto ending = run_child(
      {launch.program, "bench", "--start", std::to_string(launch.ranks), "--points", points,
       "--clock", "shared", "--out", results, "--launch", std::to_string(launch.launch), "--seed",
       std::to_string(launch.seed), "--time", fmt::format("{:.1f}s", launch.budget_s)},
      launch.environment, 10 * launch.budget_s + 120);
  require_success(ending, fmt::format("{} on {} ranks", launch.program, launch.ranks));
  return read_results({results});
}

PointSamples measure_in_launches(PointLaunch launch, int launches) {
  const TemporaryFolder folder;
  PointSamples samples;
  for (int i = 0; i < launches; ++i, ++launch.launch, ++launch.seed)
    for (const auto& section : measure_in_launch(launch, folder))
      for (const auto& row : section.measurements)
        samples[row.point][row.subject].push_back(row.samples_us);
  return samples;
}

}  // namespace tutti
