#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "optimized/active/message_protocol.hpp"

namespace tutti {

/// One broadcast on a torus, with at most one rank that enters late and one whose buffer is misaligned.
struct OneBroadcast {
  std::string protocol;
  std::vector<int> torus;  ///< extents
  int root = 0;
  int bytes = 8;
  int late = -1;       ///< -1: none
  double late_us = 0;  ///< how long behind the others it enters
  int misaligned = -1;
};

/// What became of it at one rank. Times since all ranks entered that are not late.
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

/// Runs broadcasts one after the other, all on the same torus. Called by all ranks of MPI_COMM_WORLD, which
/// are those of the torus, on one clock. The ends are there at rank 0.
std::vector<EndedBroadcast> run(const std::vector<OneBroadcast>& broadcasts);

nlohmann::json to_json(const OneBroadcast& broadcast);
/// A row of a result file.
nlohmann::json to_json(const EndedBroadcast& ended);
/// The same back. Both throw nlohmann::json::exception if it is none.
OneBroadcast broadcast_of(const nlohmann::json& row);
EndedBroadcast ended_broadcast_of(const nlohmann::json& row);

}  // namespace tutti
