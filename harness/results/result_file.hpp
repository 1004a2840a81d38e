#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/results/measurement.hpp"

namespace tutti {

/// The header row of a result file: where, when and with what the rows below it were measured.
struct ResultHeader {
  std::string kind = {};  ///< bench, tune or validate
  std::string date = {};  ///< UTC, ISO 8601
  int launch = 1;
  int ranks = 1;                       ///< the ranks of the launch
  std::string library = {};            ///< mpich, openmpi or another short name
  std::string library_version = {};    ///< the first line of MPI_Get_library_version
  std::string registry = {};           ///< signature of tutti's algorithms
  std::string machine = {};            ///< signature; results hold only for an equal one
  std::string machine_details = "{}";  ///< a JSON object
  std::map<std::string, std::string> environment = {};
  std::string command_line = {};
  /// Facts about the library that the writers of maps need, as a JSON object: its compiled-in
  /// selection trees, and the numbers behind the names of its algorithms. Empty if the library has
  /// neither.
  std::string library_details = "{}";
};

/// The rows below one header.
struct ResultSection {
  ResultHeader header;
  std::vector<Measurement> measurements = {};
  std::vector<SkippedMeasurement> skipped = {};
  std::vector<Validation> validations = {};
};

/// Adds the fields of the point to a row: collective, ranks, bytes.
void add_point(nlohmann::json& row, const Point& point);

/// The names of the columns with the times of a measurement, which tell one timing from another.
struct TimeColumns {
  const char* summary;  ///< what the names of the summary's columns begin with
  const char* samples;
};
TimeColumns columns_of(Timing timing);

nlohmann::json to_json(const ResultHeader& header);
nlohmann::json to_json(const Measurement& row);
nlohmann::json to_json(const SkippedMeasurement& row);
nlohmann::json to_json(const Validation& row);

/// Appends rows to a result file. Each line is written whole and synced before the call returns, so
/// that an interrupted run loses at most the line that it was writing.
class ResultFile {
 public:
  /// Opens the file for appending after its last whole line. With an empty path, rows are
  /// discarded. Throws UsageError if the file cannot be opened or holds something other than
  /// results.
  explicit ResultFile(const std::string& path);
  ~ResultFile();
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;

  /// Appends a header, measurement, skipped or validation row.
  template <class Row>
  void append(const Row& row);
  /// Appends a row of another kind, which only reports read.
  void append(const nlohmann::json& row);

 private:
  void write_line(const std::string& line);
  std::string path_ = {};
  int descriptor_ = -1;
};

/// Removes an unfinished last line, which an interrupted run leaves. Returns false if the file is
/// missing or empty. Throws UsageError if the file does not hold results.
bool resume_file(const std::string& path);

/// Removes an unfinished last line and reads the rest of the file. Returns no sections if the file
/// is missing or empty. Throws UsageError as read_results() does.
std::vector<ResultSection> resume_results(const std::string& path);

/// A measurement with the number of its contest, which is unique over all sections.
struct ContestRow {
  std::size_t contest;
  const Measurement* measurement;
};
std::vector<ContestRow> by_contest(const std::vector<ResultSection>& sections);

/// Reads all of the result files. Throws UsageError with file, line and what was expected if any of
/// them is invalid.
std::vector<ResultSection> read_results(const std::vector<std::string>& paths);

}  // namespace tutti
