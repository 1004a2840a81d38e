#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "contract/collective.hpp"
#include "harness/measure/statistics.hpp"

namespace tutti {

/// What is measured: one collective at one number of ranks and one size.
struct Point {
  Collective collective = Collective::barrier;
  int ranks = 1;
  std::int64_t bytes = 0;  ///< of one block; for bcast and full reductions: of the whole message

  friend auto operator<=>(const Point&, const Point&) = default;
};

/// `bcast ranks=4 bytes=1024`.
std::string print(const Point& point);

/// Where, when and with what the rows that follow were measured.
struct ResultHeader {
  std::string kind = {};  ///< bench, tune or validate
  std::string date = {};  ///< UTC, ISO 8601
  int launch = 1;
  int ranks = 1;                     ///< of the launch
  std::string library = {};          ///< mpich, openmpi or another short name
  std::string library_version = {};  ///< as MPI_Get_library_version says it, first line
  std::string registry = {};         ///< signature of tutti's algorithms
  std::string machine = {};          ///< signature: what must be the same for results to hold
  nlohmann::json machine_details = nlohmann::json::object();
  std::map<std::string, std::string> environment = {};
  std::string command_line = {};
  /// What the emitters of maps need to know of the library: its compiled-in selection trees, the
  /// numbers behind its algorithms' names. Empty where the library has none.
  nlohmann::json library_details = nlohmann::json::object();
};

/// The restriction of a subject that verification found wrong for non-commutative operations.
constexpr std::string_view commutative_only_restriction = "commutative operations only";

/// One subject, timed at one point.
struct Measurement {
  std::string subject = {};
  Point point = {};
  int root = 0;
  std::string pattern = "balanced";
  std::string cache = "warm";
  std::string test_case = {};    ///< the line that replays it
  std::string restriction = {};  ///< what it was verified for, if that is not everything
  int launch = 1;
  Summary time_us = {};
  int late_rounds = 0;          ///< rounds that some rank began too late; not in the samples
  std::string stopped_by = {};  ///< precision or budget
  std::vector<double> samples_us = {};
};

/// One subject that was not timed at one point, and why.
struct Skipped {
  std::string subject = {};
  Point point = {};
  std::string reason = {};  ///< begins with `not applicable`, `failed verification` or `budget`
};

/// One map row, measured again against the library's default.
struct Validation {
  std::string subject = {};  ///< what the map chose
  Point point = {};
  Summary map_us = {};
  Summary default_us = {};
  Estimate speedup = {};  ///< default over map: above 1 the map is faster
  Verdict verdict = Verdict::tie;
  std::string algorithm_ran = {};  ///< yes, no, or unknown and why
  Launches map_samples_us = {};
  Launches default_samples_us = {};
};

/// The rows below one header.
struct ResultSection {
  ResultHeader header;
  std::vector<Measurement> measurements = {};
  std::vector<Skipped> skipped = {};
  std::vector<Validation> validations = {};
};

nlohmann::json to_json(const ResultHeader& header);
nlohmann::json to_json(const Measurement& row);
nlohmann::json to_json(const Skipped& row);
nlohmann::json to_json(const Validation& row);

/// Appends lines to a result file, each written whole and synced before the call returns, so that
/// an interrupted run loses nothing but the line it was writing.
class ResultFile {
 public:
  /// Opens for appending, or writes to nowhere if the path is empty. Throws UsageError.
  explicit ResultFile(const std::string& path);
  ~ResultFile();
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;

  template <class Row>
  void append(const Row& row) {
    write_line(to_json(row).dump());
  }

 private:
  void write_line(const std::string& line);
  std::string path_ = {};
  int descriptor_ = -1;
};

/// Reads result files, all or nothing. Throws UsageError with file, line and what was expected.
std::vector<ResultSection> read_results(const std::vector<std::string>& paths);

}  // namespace tutti
