#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "optimized/active_messages/message_protocol.hpp"

namespace tutti {

/// A broadcast on a torus, with at most one rank that enters late and one whose buffer is
/// misaligned.
struct OneBroadcast {
  std::string protocol;
  std::vector<int> torus;  ///< extent of each dimension
  int root = 0;
  int bytes = 8;
  int late = -1;       ///< rank that enters late; -1: none
  double late_us = 0;  ///< how much later than the others it enters
  int misaligned = -1;
};

/// The end of a broadcast at one rank. Times count from the common entry of the ranks that are not
/// late.
struct BroadcastEnd {
  double entered_us = 0;
  double left_us = 0;
  Arrivals arrivals;
  bool right = false;
};

struct EndedBroadcast {
  OneBroadcast broadcast;
  std::vector<BroadcastEnd> ends;  ///< by rank
};

/// Runs broadcasts one after the other, all on the same torus. Returns the ends of all ranks at
/// rank 0. Collective over MPI_COMM_WORLD, whose ranks are those of the torus and share one clock.
std::vector<EndedBroadcast> run(const std::vector<OneBroadcast>& broadcasts);

nlohmann::json to_json(const OneBroadcast& broadcast);
/// Returns a row of a result file.
nlohmann::json to_json(const EndedBroadcast& ended);
/// Returns the broadcast of a row. Throws nlohmann::json::exception if the row is not one.
OneBroadcast broadcast_of(const nlohmann::json& row);
EndedBroadcast ended_broadcast_of(const nlohmann::json& row);

}  // namespace tutti
