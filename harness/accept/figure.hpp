#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace tutti {

/// What is measured in an acceptance run, and where.
struct Measurand {
  std::string measure =
      {};  ///< `latency`, `bandwidth`, `memory_bandwidth`, `slowdown`, or a collective
  std::vector<std::string> hosts = {};  ///< one: the node alone; two: the pair; none: the machine
  std::int64_t bytes = 0;               ///< of one message or block, as in Point
  int ranks = 1;                        ///< that take part
  int ranks_per_node = 1;
  std::string load = "idle";  ///< `idle`, or `congested` while other nodes load the network
  std::string unit = "us";    ///< of the samples: `us`, `GB/s` or `1`, for ratios

  friend auto operator<=>(const Measurand&, const Measurand&) = default;
};

class ResultLine;

/// Returns the measurand of a row. Throws UsageError if it has none.
Measurand measurand_of(const ResultLine& line);

/// What one launch measured of a measurand.
struct Figure {
  Measurand of = {};
  int launch = 1;
  std::vector<double> samples = {};  ///< at least one
};

/// A node, link or group of nodes that is slower than the others.
struct Finding {
  std::string kind = {};                ///< `node`, `link` or `group`
  std::vector<std::string> hosts = {};  ///< two of a link
  std::string measure = {};
  int launch = 1;
  double ratio = 1;  ///< its figure to the one that is expected of it: below 1 is worse
  double low = 1,
         high = 1;  ///< of the trials: holds their median with 95 %, were their number fixed
  double error_probability = 0;  ///< bound of the probability that the launch names without reason
};

/// A node, link or group of nodes of which trials could not tell whether it is slower.
struct OpenQuestion {
  std::string kind = {};  ///< as of Finding
  std::vector<std::string> hosts = {};
  std::string measure = {};
  int launch = 1;
  int trials = 0;
};

/// A fact about a host that should not differ between the nodes of a cluster, such as its kernel.
struct HostFact {
  std::string host = {};
  std::string fact = {};
  std::string value = {};
  int launch = 1;
};

/// The result of verifying one collective before it was timed.
struct CollectiveProof {
  std::string collective = {};
  int cases = 0;
  int failures = 0;
  std::string failing_case = {};  ///< the case line that replays the first failure
  int launch = 1;
};

/// A host that took part in a launch, but not to its end.
struct LostHost {
  std::string host = {};
  std::string how = {};  ///< see HostWatch::Loss
  int launch = 1;
  double seconds = 0;  ///< since the launch began
};

nlohmann::json to_json(const Figure& row);
nlohmann::json to_json(const Finding& row);
nlohmann::json to_json(const OpenQuestion& row);
nlohmann::json to_json(const HostFact& row);
nlohmann::json to_json(const CollectiveProof& row);
nlohmann::json to_json(const LostHost& row);

/// The stage whose end is the end of a launch.
constexpr auto last_stage = "launch";

/// What an acceptance run wrote into its result file.
struct AcceptanceResults {
  std::string date = {};     ///< of the first header
  std::string machine = {};  ///< signature, of the first header
  int launches = 0;
  std::vector<Figure> figures = {};
  std::vector<Finding> findings = {};
  std::vector<OpenQuestion> open_questions = {};
  std::vector<HostFact> facts = {};
  std::vector<CollectiveProof> proofs = {};
  std::vector<std::string> finished = {};  ///< stages that the last launch has finished
  std::vector<LostHost> lost = {};         ///< by the last launch, unless it went on after that
};

/// Reads `accept.jsonl` of a result directory. Throws UsageError with file, line and what was
/// expected.
AcceptanceResults read_acceptance(const std::string& directory);

}  // namespace tutti
