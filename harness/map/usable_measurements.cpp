#include "harness/map/usable_measurements.hpp"

#include <fmt/core.h>

namespace tutti {
namespace {

using Competitors = std::set<std::pair<Collective, std::string>>;

Competitors failed(const std::vector<ResultSection>& tuning) {
  Competitors found;
  for (const auto& section : tuning)
    for (const auto& row : section.skipped)
      if (row.failed()) found.emplace(row.point.collective, row.subject);
  return found;
}

bool as_programs_run(const Measurement& row) {
  return row.pattern == "balanced" && row.cache == "warm" && row.subject != "empty";
}

}  // namespace

std::vector<ContestRow> usable_measurements(const std::vector<ResultSection>& tuning) {
  const auto wrong = failed(tuning);
  auto rows = by_contest(tuning);
  std::erase_if(rows, [&](const ContestRow& row) {
    return !as_programs_run(*row.measurement) ||
           wrong.contains({row.measurement->point.collective, row.measurement->subject});
  });
  return rows;
}

std::set<std::string> left_out(const std::vector<ResultSection>& tuning) {
  Competitors measured;
  for (const auto& [contest, row] : usable_measurements(tuning))
    measured.emplace(row->point.collective, row->subject);
  std::set<std::string> remarks;
  for (const auto& section : tuning)
    for (const auto& row : section.skipped)
      if ((row.failed() || row.lacked_verdict()) &&
          !measured.contains({row.point.collective, row.subject}))
        remarks.insert(fmt::format("left out {}: {}", row.subject, row.reason));
  return remarks;
}

}  // namespace tutti
