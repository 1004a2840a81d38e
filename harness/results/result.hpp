#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/results/measurement.hpp"

namespace tutti {

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

/// The rows below one header.
struct ResultSection {
  ResultHeader header;
  std::vector<Measurement> measurements = {};
  std::vector<Skipped> skipped = {};
  std::vector<Validation> validations = {};
};

/// Adds the fields that tell where a row was measured.
void add_point(nlohmann::json& row, const Point& point);

nlohmann::json to_json(const ResultHeader& header);
nlohmann::json to_json(const Measurement& row);
nlohmann::json to_json(const Skipped& row);
nlohmann::json to_json(const Validation& row);

/// Appends lines to a result file, each written whole and synced before the call returns, so that
/// an interrupted run loses nothing but the line it was writing.
class ResultFile {
 public:
  /// Opens for appending, behind the last whole line, or writes to nowhere if the path is empty. Throws
  /// UsageError, also if other things than results are there.
  explicit ResultFile(const std::string& path);
  ~ResultFile();
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;

  /// A header or any of the rows.
  template <class Row>
  void append(const Row& row);
  /// A row that only reports read.
  void append(const nlohmann::json& row) { write_line(row.dump()); }

 private:
  void write_line(const std::string& line);
  std::string path_ = {};
  int descriptor_ = -1;
};

/// Drops what an interruption left of a line. False if there is no file, or nothing in it. Throws UsageError
/// if it holds no results.
bool resume_file(const std::string& path);

/// Reads what was written to a file so far, if there is one, and resumes it. Throws UsageError as
/// read_results() does.
std::vector<ResultSection> resume_results(const std::string& path);

/// A row with the number of its contest, unique over all sections.
struct ContestRow {
  std::size_t contest;
  const Measurement* measurement;
};
std::vector<ContestRow> by_contest(const std::vector<ResultSection>& sections);

/// Reads result files, all or nothing. Throws UsageError with file, line and what was expected.
std::vector<ResultSection> read_results(const std::vector<std::string>& paths);

}  // namespace tutti
