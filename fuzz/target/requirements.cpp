/// A file of requirements, as `tutti accept --require` takes it.
#include "fuzz/target.hpp"
#include "harness/accept/figure.hpp"
#include "harness/accept/verdict/verdict.hpp"
#include "harness/accept/verdict/verdict_files.hpp"

namespace {

using namespace tutti;

/// Returns what two launches on two nodes may have measured.
AcceptanceResults some_results() {
  AcceptanceResults results{.date = "2026-11-28", .machine = "0", .launches = 2};
  for (const int launch : {1, 2}) {
    const auto add = [&](const Measurand& of) {
      results.figures.push_back({.of = of, .launch = launch, .samples = {4.0 + launch, 6.0}});
    };
    add({.measure = "allreduce", .bytes = 8, .ranks = 4, .ranks_per_node = 2});
    for (const auto* node : {"n1", "n2"})
      add({.measure = "memory_bandwidth", .hosts = {node}, .unit = "GB/s"});
    for (const auto* load : {"idle", "congested"})
      add({.measure = "latency", .hosts = {"n1", "n2"}, .bytes = 8, .load = load});
    for (const auto* node : {"n1", "n2"}) results.facts.push_back({node, "kernel", "6.1", launch});
    results.proofs.push_back({.collective = "allreduce", .cases = 9, .launch = launch});
  }
  return results;
}

void try_requirements(std::string_view input) {
  static const auto results = some_results();
  const auto requirements =
      fuzz::accepted([&] { return read_requirements(fuzz::file_with(input)); });
  if (!requirements) return;
  for (const auto& requirement : requirements->list)
    fuzz::require(requirement.line > 0, "a requirement is on no line");
  fuzz::accepted([&] {
    const auto judgements = judge(*requirements, results, &results);
    return to_csv(judgements) + to_junit(judgements, "file");
  });
}

}  // namespace

FUZZ_TARGET(requirements){try_requirements};
