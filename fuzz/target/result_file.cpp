/// A result file of `tutti bench`, `tutti tune` and `tutti validate`.
#include "harness/results/result_file.hpp"

#include <nlohmann/json.hpp>

#include "fuzz/target.hpp"

namespace {

using namespace tutti;

/// Returns what was read as it is written.
std::string lines_of(const std::vector<ResultSection>& sections) {
  std::string lines;
  const auto add = [&](const auto& rows) {
    for (const auto& row : rows) lines += to_json(row).dump() + "\n";
  };
  for (const auto& section : sections) {
    lines += to_json(section.header).dump() + "\n";
    add(section.measurements);
    add(section.skipped);
    add(section.validations);
  }
  return lines;
}

void try_result_file(std::string_view input) {
  fuzz::expect_round_trip(
      input,
      [](const std::string& text) { return lines_of(read_results({fuzz::file_with(text)})); },
      [](const std::string& lines) { return lines; });
  // What an interrupted run leaves may be cut.
  const auto path = fuzz::file_with(input);
  fuzz::accepted([&] { return resume_results(path).size(); });
}

}  // namespace

FUZZ_TARGET(result_file){try_result_file};
