#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/platform/child.hpp"
#include "harness/results/measurement.hpp"
#include "harness/traffic/sent_messages.hpp"

namespace tutti {

/// A call of the collective at a point by the subject: `mpi`, or an algorithm that is forced.
using CallOfSubject = std::pair<Point, std::string>;

/// The messages that a call took: those of each rank.
using Traffic = std::vector<std::vector<SentMessage>>;

using TrafficByCall = std::map<CallOfSubject, Traffic>;

/// What was recorded of some calls.
struct RecordedTraffic {
  TrafficByCall messages;
  std::map<CallOfSubject, std::string> skipped;  ///< why a subject could not serve the call
};

/// A launch that records messages.
struct TrafficLaunch {
  std::string launcher;  ///< with its options, as typed in a shell
  int ranks = 1;
  std::vector<CallOfSubject> calls;
  Environment environment = {};  ///< of the ranks, beside what makes their messages visible
};

/// Launches this program, runs each call several times, and returns the messages of the last time, for which the
/// library has nothing left to prepare. Throws CannotRun if the launch fails, or if the library does not send through
/// UCX.
RecordedTraffic record_traffic(const TrafficLaunch& launch);

/// Runs the calls on the ranks of this launch, in which messages are recorded, and writes their messages to a file, a
/// line of JSON for each call. Initializes and finalizes MPI.
void record_calls(const std::vector<CallOfSubject>& calls, const std::string& out);

/// Returns what record_calls() wrote. Throws UsageError.
RecordedTraffic read_traffic(const std::string& path);

}  // namespace tutti
