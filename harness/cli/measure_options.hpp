#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "harness/cli/command_line.hpp"
#include "harness/measure/campaign.hpp"
#include "harness/results/result_file.hpp"

namespace tutti {

/// The options that bench and tune share.
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

/// Adds these options to a command.
void add_measure_options(Command& command, MeasureOptions& options);

/// Writes the rows of a launch as they are produced: to the result file, and as text or JSON to the
/// terminal. Does nothing at ranks other than 0. Construction is collective; if the file cannot be
/// opened, every rank throws UsageError.
class ResultSink {
 public:
  ResultSink(const MeasureOptions& options, const ResultHeader& header, const Exchange& world);

  /// Returns a listener for a campaign, valid for the lifetime of the sink.
  Listener listener();

 private:
  void print(const Measurement& row) const;
  bool json_;
  std::unique_ptr<ResultFile> file_;
};

/// Returns a number of bytes as text: `8`, `64`, `12KiB`, `1MiB`.
std::string print_bytes(std::int64_t bytes);

}  // namespace tutti
