/// The result file in the directory of an acceptance run.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "fuzz/target.hpp"
#include "harness/accept/acceptance_file.hpp"
#include "harness/history/run_results.hpp"

namespace {

using namespace tutti;

std::string header_of(int launch) {
  return to_json(ResultHeader{.kind = "accept",
                              .date = "2026-11-28T12:00:00Z",
                              .launch = launch,
                              .ranks = 4,
                              .library = "mpich",
                              .library_version = "MPICH 4.0.2",
                              .registry = "0",
                              .machine = "0",
                              .machine_details = "{}",
                              .environment = {},
                              .command_line = "tutti accept",
                              .library_details = "{}"})
      .dump();
}

/// Returns the rows as they are written, launch by launch.
std::string lines_of(const AcceptanceResults& results) {
  std::map<int, std::string> lines;
  const auto add = [&](const auto& rows) {
    for (const auto& row : rows) lines[row.launch] += to_json(row).dump() + "\n";
  };
  add(results.figures);
  add(results.findings);
  add(results.open_questions);
  add(results.facts);
  add(results.proofs);
  std::string text = header_of(1) + "\n";
  for (const auto& [launch, rows] : lines) text += header_of(launch) + "\n" + rows;
  return text;
}

void try_run_directory(std::string_view input) {
  const auto directory_with = [](std::string_view text) {
    return fuzz::folder_with(run_file, text);
  };
  fuzz::expect_round_trip(
      input,
      [&](const std::string& text) { return lines_of(read_acceptance(directory_with(text))); },
      [](const std::string& lines) { return lines; });
  const std::filesystem::path directory = directory_with(input);
  fuzz::accepted([&] {
    return read_run(directory.parent_path().string(), directory.filename().string()).unfinished;
  });
  // A launch that was interrupted goes on.
  fuzz::accepted([&] {
    AcceptanceFile file(directory.string());
    file.begin({}, nlohmann::json{{"nodes", 2}});
    file.append(HostFact{"n1", "kernel", "6.1", file.launch()});
    return file.next_recorded("nodes").has_value();
  });
}

}  // namespace

FUZZ_TARGET(run_directory){try_run_directory};
