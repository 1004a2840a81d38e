/// A cached determination bypasses the evaluation of fit equations.
/// Source: selection of collective protocols (Figure 7)
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "contract/error.hpp"
#include "harness/claim.hpp"
#include "harness/json.hpp"
#include "harness/launch.hpp"

namespace tutti {
namespace {

constexpr double cached_ns_max = 30, evaluated_ns_max = 1000;
constexpr int repetitions = 25;

/// Nanoseconds for one determination, by benchmark, one for each repetition.
NamedSamples run_benchmark() {
  const auto program =
      std::filesystem::path(own_program()).parent_path() / "microbench" / "microbench_selection";
  if (!std::filesystem::exists(program))
    throw CannotRun(program.string() + " is not there; build all targets");
  const PrivateFolder folder;
  const auto results = folder.file("results.json");
  require_success(
      run_child({program.string(), "--benchmark_repetitions=" + std::to_string(repetitions),
                 "--benchmark_min_time=0.02", "--benchmark_enable_random_interleaving=true",
                 "--benchmark_out_format=json", "--benchmark_out=" + results},
                {}, 300),
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

/// A row that says by how much the time stays below the most that is allowed.
ClaimRow below(std::string what, const std::vector<double>& samples, double most) {
  const auto summary = summarize(samples);
  return {.what = std::move(what),
          .reference = "",
          .measured = summary.median,
          .interval = summary.median_interval,
          .goal = most,
          .unit = "ns",
          .bound = Bound::at_most};
}

std::vector<ClaimRow> measure(const ClaimOptions&) {
  const auto samples = run_benchmark();
  return {below("cached determination", samples.at("cached"), cached_ns_max),
          below("evaluated determination, polynomials", samples.at("evaluated/polynomials"),
                evaluated_ns_max),
          below("evaluated determination, lines from point to point", samples.at("evaluated/lines"),
                evaluated_ns_max),
          row_of("evaluated over cached", "selecting is faster and more efficient with a cache",
                 speedup({samples.at("cached")}, {samples.at("evaluated/polynomials")}), 1)};
}

}  // namespace
}  // namespace tutti

CLAIM(selection){tutti::measure};
