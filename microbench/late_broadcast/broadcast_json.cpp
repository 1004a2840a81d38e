#include <nlohmann/json.hpp>

#include "microbench/late_broadcast/one_broadcast.hpp"

namespace tutti {
namespace {

nlohmann::json to_json(const BroadcastEnd& end) {
  return {{"entered_us", end.entered_us},
          {"left_us", end.left_us},
          {"put", end.arrivals.put},
          {"eager", end.arrivals.eager},
          {"right", end.right}};
}

BroadcastEnd end_of(const nlohmann::json& row) {
  return {.entered_us = row.at("entered_us"),
          .left_us = row.at("left_us"),
          .arrivals = {.put = row.at("put"), .eager = row.at("eager")},
          .right = row.at("right")};
}

}  // namespace

nlohmann::json to_json(const OneBroadcast& broadcast) {
  return {{"row", "broadcast"},           {"protocol", broadcast.protocol},
          {"torus", broadcast.torus},     {"root", broadcast.root},
          {"bytes", broadcast.bytes},     {"late", broadcast.late},
          {"late_us", broadcast.late_us}, {"misaligned", broadcast.misaligned}};
}

nlohmann::json to_json(const EndedBroadcast& ended) {
  auto row = to_json(ended.broadcast);
  row["ends"] = nlohmann::json::array();
  for (const auto& end : ended.ends) row["ends"].push_back(to_json(end));
  return row;
}

OneBroadcast broadcast_of(const nlohmann::json& row) {
  return {.protocol = row.at("protocol"),
          .torus = row.at("torus"),
          .root = row.at("root"),
          .bytes = row.at("bytes"),
          .late = row.at("late"),
          .late_us = row.at("late_us"),
          .misaligned = row.at("misaligned")};
}

EndedBroadcast ended_broadcast_of(const nlohmann::json& row) {
  EndedBroadcast ended{.broadcast = broadcast_of(row), .ends = {}};
  for (const auto& end : row.at("ends")) ended.ends.push_back(end_of(end));
  return ended;
}

}  // namespace tutti
