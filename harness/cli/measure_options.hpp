#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "harness/cli/command.hpp"
#include "harness/measure/campaign.hpp"
#include "harness/results/result.hpp"

namespace tutti {

/// What bench and tune have in common on the command line.
struct MeasureOptions {
  std::vector<std::string> collectives;
  std::vector<std::int64_t> bytes;
  std::vector<int> ranks;
  double budget_s = 60;
  std::uint64_t seed = 1;
  int launch = 1;
  std::string out;
  bool json = false;
};

/// Declares them.
void add_measure_options(Command& command, MeasureOptions& options);

/// Writes the rows of a launch as they come: into the result file, and for people or programs on
/// the terminal. Does nothing at other ranks than 0. Its making is collective: if the file cannot
/// be opened, every rank throws UsageError.
class ResultSink {
 public:
  ResultSink(const MeasureOptions& options, const ResultHeader& header, const Exchange& world);

  /// To be given to a campaign; lives as long as the sink.
  Listener listener();

 private:
  void print(const Measurement& row) const;
  bool json_;
  std::unique_ptr<ResultFile> file_;
};

/// `8`, `64`, `12KiB`, `1MiB`.
std::string print_bytes(std::int64_t bytes);

}  // namespace tutti
