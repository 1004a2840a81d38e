#pragma once

#include <string>
#include <vector>

#include "harness/map/deployment.hpp"
#include "harness/traffic/traffic.hpp"

namespace tutti {

/// What a library with a map does at a point, judged by the messages of its ranks.
enum class RuleReading {
  right,         ///< what the map says
  misread,       ///< something else
  like_default,  ///< what the map says, which takes the same messages as the default
  unseen,  ///< the messages of the chosen algorithm are not known: it cannot be forced there, or
           ///< the map also chooses for collectives that it calls
};

struct PointReading {
  Point point;
  std::string subject;  ///< what the map says; `mpi` where it leaves the default
  RuleReading reading = RuleReading::unseen;
};

/// Returns whether the library does something else than the map says at one of the points.
bool any_misread(const std::vector<PointReading>& readings);
/// Returns a line for each point where it does.
std::string misread_lines(const std::vector<PointReading>& readings);
/// Returns whether the messages tell at one of the points what the library does.
bool any_told(const std::vector<PointReading>& readings);

/// Returns the points that tell whether each rule is applied where it should be, and nowhere else: its measured sizes, the
/// first and the last one, the sizes just outside, and its first size on one rank less and one more.
std::vector<Point> boundary_points(const SelectionMap& map);

/// Compares the messages with the map, those without it, and those of the forced algorithms, at each point.
std::vector<PointReading> compare_readings(const SelectionMap& map,
                                           const std::vector<Point>& points,
                                           const TrafficByCall& with_map,
                                           const TrafficByCall& without_map);

/// Lets the library tell how it reads the map: launches it with the map and without it. Throws CannotRun if a launch
/// fails, or if the library's messages cannot be seen.
std::vector<PointReading> read_back(const Deployment& deployment, const std::string& launcher);

}  // namespace tutti
