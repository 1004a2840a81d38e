#include "microbench/claim.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "contract/error.hpp"
#include "contract/installation.hpp"
#include "harness/platform/json.hpp"
#include "harness/platform/launch.hpp"
#include "harness/platform/temporary_folder.hpp"

namespace tutti {
namespace {

constexpr double seconds_max = 300;
constexpr int benchmark_repetitions = 25;

}  // namespace

const RegisteredClaim& find_claim(std::string_view name) {
  const auto found = std::ranges::find(claims(), name, &RegisteredClaim::name);
  if (found != claims().end()) return *found;
  std::vector<std::string_view> known;
  for (const auto& claim : claims()) known.push_back(claim.name);
  throw UsageError(fmt::format("claims: there is no claim '{}'; expected some of {}", name,
                               fmt::join(known, ", ")));
}

std::string tutti_program() { return Installation::of_program().program(TUTTI_MPI).string(); }

ClaimRow row_of(std::string what, std::string reference, const Estimate& estimate, double goal) {
  return {.what = std::move(what),
          .reference = std::move(reference),
          .measured = estimate.value,
          .interval = estimate.interval,
          .goal = goal};
}

PointLaunch launch_of(const ClaimOptions& options, int ranks,
                      std::vector<std::pair<Point, std::string>> subjects) {
  return {.program = tutti_program(),
          .ranks = ranks,
          .subjects = std::move(subjects),
          .seed = options.seed,
          .budget_s = options.budget_s};
}

nlohmann::json result_of_launch(std::string_view claim, int ranks, const Environment& environment) {
  const TemporaryFolder folder;
  const auto path = folder.file("result.json");
  const auto command = launch_command(default_launcher(), ranks,
                                      {std::string(claim), "--in-launch", path}, environment);
  const auto ending = run_child(command, {}, seconds_max);
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  auto result = parsed_json(text.str());
  // Once the whole result is written, only MPI_Finalize can fail, as it sometimes does in MPICH
  // over TCP.
  if (!result.is_discarded()) return result;
  require_success(ending, fmt::format("{} on {} ranks", claim, ranks));
  throw CannotRun(fmt::format("{}: no result was written", claim));
}

NamedSamples samples_of_launch(std::string_view claim, int ranks, const Environment& environment) {
  return result_of_launch(claim, ranks, environment).get<NamedSamples>();
}

NamedSamples samples_of_benchmark(std::string_view name) {
  const auto program = std::filesystem::path(own_program()).parent_path() / "microbench" /
                       fmt::format("microbench_{}", name);
  if (!std::filesystem::exists(program))
    throw CannotRun(program.string() + " is not there; run it from a build tree of all targets");
  const TemporaryFolder folder;
  const auto results = folder.file("results.json");
  require_success(
      run_child({program.string(), fmt::format("--benchmark_repetitions={}", benchmark_repetitions),
                 "--benchmark_min_time=0.02", "--benchmark_enable_random_interleaving=true",
                 "--benchmark_out_format=json", "--benchmark_out=" + results},
                {}, seconds_max),
      program.filename().string());
  std::ifstream file(results);
  const auto report = parsed_json(std::string(std::istreambuf_iterator<char>(file), {}));
  NamedSamples samples;
  for (const auto& row : report["benchmarks"]) {
    if (row.contains("error_message"))
      throw CannotRun(program.filename().string() + ": " + row["error_message"].get<std::string>());
    if (row["run_type"] == "iteration") samples[row["run_name"]].push_back(row["real_time"]);
  }
  return samples;
}

void run_in_launch(const RegisteredClaim& claim, const std::string& path) {
  if (!claim.claim->in_launch)
    throw UsageError(
        fmt::format("--in-launch: the claim '{}' launches what it needs by itself", claim.name));
  const MpiSession session;
  const auto result = claim.claim->in_launch();
  if (launcher_rank() == 0) std::ofstream(path) << result;
}

}  // namespace tutti
