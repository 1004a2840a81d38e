#include "harness/map/prediction.hpp"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "optimized/selection/selector.hpp"

namespace tutti {
namespace {

/// Points per factor of two in size: enough for a smooth curve in plots.
constexpr int points_per_octave = 4;

/// Returns the measured sizes, and sizes between them.
std::set<std::int64_t> dense(const std::set<std::int64_t>& measured) {
  std::set<std::int64_t> sizes = measured;
  const auto largest = static_cast<double>(*measured.rbegin());
  const double step = std::exp2(1.0 / points_per_octave);
  for (auto size = static_cast<double>(std::max<std::int64_t>(*measured.begin(), 1));
       size < largest; size *= step)
    sizes.insert(std::llround(size));
  return sizes;
}

void expect_at(const Point& point, const Selector& selector, std::vector<Expectation>& rows) {
  const OperationParameters parameters{point.collective, point.ranks, point.bytes};
  const auto shape = typical_shape(parameters);
  const auto determination = selector.determine(shape);
  for (const auto& metadata : selector.prospects(point.collective)) {
    if (!serves(metadata, shape)) continue;
    const auto performance = metadata.performance(metadata, parameters, {});
    if (std::isfinite(performance.cost))
      rows.push_back({metadata.name, point, performance.cost, performance.error,
                      determination.chosen == &metadata});
  }
}

nlohmann::json to_json(const Expectation& row) {
  nlohmann::json line{{"row", "expectation"},
                      {"subject", row.subject},
                      {"time_us", row.time_us},
                      {"error", row.error},
                      {"chosen", row.chosen}};
  add_point(line, row.point);
  return line;
}

}  // namespace

std::vector<Expectation> expectations(const SelectionMap& map,
                                      const std::vector<ResultSection>& tuning) {
  std::map<std::pair<Collective, int>, std::set<std::int64_t>> measured;
  for (const auto& section : tuning)
    for (const auto& row : section.measurements)
      measured[{row.point.collective, row.point.ranks}].insert(row.point.bytes);
  const Selector selector(map, {}, {});
  std::vector<Expectation> rows;
  for (const auto& [where, sizes] : measured)
    for (const auto bytes : dense(sizes))
      expect_at({where.first, where.second, bytes}, selector, rows);
  return rows;
}

std::string print(const std::vector<Expectation>& rows, ResultHeader header) {
  header.kind = "map";
  header.library_details = "{}";
  auto text = to_json(header).dump() + "\n";
  for (const auto& row : rows) text += to_json(row).dump() + "\n";
  return text;
}

}  // namespace tutti
