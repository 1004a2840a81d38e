/// A file of points, as `tutti bench --points` takes it.
#include "harness/measure/measurement_points.hpp"

#include <utility>
#include <vector>

#include "fuzz/target.hpp"

static void try_measurement_points(std::string_view input) {
  using namespace tutti;
  using Points = std::vector<std::pair<Point, std::string>>;
  fuzz::expect_round_trip(
      input, [](const std::string& text) { return read_points(fuzz::file_with(text)); },
      [](const Points& points) {
        std::string text;
        for (const auto& [point, subject] : points)
          text += fmt::format("{} {} {} {}\n", name(point.collective), point.ranks, point.bytes,
                              subject);
        return text;
      });
}

FUZZ_TARGET(measurement_points){try_measurement_points};
