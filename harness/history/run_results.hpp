#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/accept/figure.hpp"

namespace tutti {

/// The median of what one launch measured of the machine as a whole.
struct FigureMedian {
  Measurand of = {};
  int launch = 1;
  double median = 0;  ///< in the measurand's unit, above 0
};

/// What a run found of one requirement at one place.
struct RequirementVerdict {
  std::string requirement = {};
  std::string place = {};            ///< `machine`, `node n3` or `pair n1 n2`
  std::string verdict = {};          ///< `holds`, `falls short` or `cannot tell`
  std::optional<double> value = {};  ///< in the unit; none if it was not measured
  std::optional<double> limit = {};  ///< in the unit
  std::string unit = {};
};

/// Names a fact of a host. Without a host: a fact of the launch, such as the version of MPI.
struct FactName {
  std::string host = {};
  std::string fact = {};

  friend auto operator<=>(const FactName&, const FactName&) = default;
};

/// The value of each fact, as the last launch of a run saw it.
using Facts = std::map<FactName, std::string>;

/// What the history keeps of one acceptance run.
struct RunResults {
  std::string directory = {};  ///< its name in the folder of runs
  std::string date = {};       ///< of the first header: UTC, ISO 8601
  std::int64_t bytes = 0;      ///< size of its result file, which only grows
  std::vector<FigureMedian> figures = {};
  std::vector<RequirementVerdict> verdicts = {};
  std::vector<Finding> findings = {};
  Facts facts = {};
};

/// A run, or why it is not finished.
struct ReadRun {
  RunResults results = {};
  std::string unfinished = {};  ///< empty: it is finished
};

/// Name of the result file in the directory of a run.
constexpr const char* run_file = "accept.jsonl";

/// Reads the result file of the run `directory` in `folder`. A run is unfinished while the last
/// line of the file has no end, and while a stage has begun that is not done; if it goes on, the
/// file grows. Throws UsageError with file, line and what was expected.
ReadRun read_run(const std::string& folder, const std::string& directory);

}  // namespace tutti
