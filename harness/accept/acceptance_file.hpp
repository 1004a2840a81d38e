#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "harness/accept/figure.hpp"
#include "harness/results/result_file.hpp"

namespace tutti {

/// The file `accept.jsonl` of a result directory, as one launch writes it. A launch that was
/// interrupted is continued: what it has measured is not measured again. Used at rank 0 only.
class AcceptanceFile {
 public:
  /// Creates the directory if it is missing. Throws UsageError if the file cannot be written, or
  /// holds something other than acceptance results.
  explicit AcceptanceFile(const std::string& directory);

  int launch() const { return launch_; }  ///< number of this launch, from 1
  bool continues() const { return continues_; }

  /// Begins the rows of this launch. `plan` is what all launches must have in common, so that their
  /// results belong together and an interrupted one can go on. Throws UsageError if that of earlier
  /// launches differs.
  void begin(ResultHeader header, const nlohmann::json& plan);

  bool has_finished(const std::string& stage) const { return recorded_.stages.contains(stage); }
  void begin_stage(const std::string& stage);
  void finish_stage(const std::string& stage, double seconds);

  /// Appends a row of figure.hpp, unless the interrupted launch has recorded the same.
  template <class Row>
  void append(const Row& row) {
    append_new(to_json(row));
  }
  void append(const Figure& figure) {
    if (!has(figure.of)) append_new(to_json(figure));
  }
  bool has(const Measurand& measurand) const { return recorded_.figures.contains(measurand); }
  bool has_proof(const std::string& collective) const {
    return recorded_.proofs.contains(collective);
  }

  /// Returns the next costs that this launch recorded for the journal, if it was interrupted and
  /// has recorded more than were returned.
  std::optional<std::vector<double>> next_recorded(const std::string& journal);
  void record(const std::string& journal, const std::vector<double>& costs);

 private:
  /// What the interrupted launch has recorded.
  struct Recorded {
    std::set<std::string> stages, proofs;  ///< finished stages, and proven collectives
    std::set<Measurand> figures;
    std::set<std::string> others;  ///< other rows, as they are written
    std::map<std::string, std::vector<std::vector<double>>> journals;
  };

  void append_new(const nlohmann::json& row);
  void take_over(const ResultLine& line);
  void read();

  std::string path_;
  std::unique_ptr<ResultFile> file_;
  int launch_ = 1;
  bool continues_ = false;
  nlohmann::json plan_;  ///< of earlier launches
  Recorded recorded_;
  std::map<std::string, std::size_t> returned_;
};

}  // namespace tutti
