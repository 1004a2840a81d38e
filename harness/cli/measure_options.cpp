#include "harness/cli/measure_options.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

namespace tutti {

void add_measure_options(Command& command, MeasureOptions& options) {
  command
      .add_option("--collective", options.collectives,
                  "Only these collectives (default: all but those of neighbourhoods)")
      .comma_separated();
  command.add_option("--bytes", options.bytes, "Sizes of one block; K, M and G are binary")
      .comma_separated()
      .in_bytes()
      .not_negative();
  command.add_option("--ranks", options.ranks, "Sizes of the communicators, cut from the launch")
      .comma_separated();
  command.add_option("--time,--budget", options.budget_s, "Seconds for all measurements together")
      .in_seconds()
      .positive();
  command.add_option("--seed", options.seed, "Of the random order of measurements").shows_default();
  command.add_option("--launch", options.launch, "Number of this launch in its experiment")
      .positive()
      .shows_default();
  command.add_option("--out", options.out, "Append to this result file");
  command.add_flag("--json", options.json, "Print rows as JSON lines");
}

std::string print_bytes(std::int64_t bytes) {
  if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) return fmt::format("{}MiB", bytes >> 20);
  if (bytes >= 1 << 10 && bytes % (1 << 10) == 0) return fmt::format("{}KiB", bytes >> 10);
  return fmt::format("{}", bytes);
}

ResultSink::ResultSink(const MeasureOptions& options, const ResultHeader& header,
                       const Exchange& world)
    : json_(options.json) {
  world.run_at_rank_0([&] {
    file_ = std::make_unique<ResultFile>(options.out);
    file_->append(header);
  });
  if (world.rank() != 0) return;
  if (json_)
    fmt::print("{}\n", to_json(header).dump());
  else
    fmt::print(
        "{}, {} ranks, {}\n{:<44} {:<20} {:>5} {:>8} {:>11} {:>23} {:>10} {:>5} {:>5} {:>8}\n",
        header.library_version, header.ranks, header.machine, "subject", "collective", "ranks",
        "bytes", "median us", "95 % interval", "p99 us", "n", "late", "clock +-");
}

/// Returns the error of the clocks, or that they were not used.
static std::string print_clock(const Measurement& row) {
  return row.timing == Timing::clock ? fmt::format("{:.2f}", row.clock_error_us) : "none";
}

void ResultSink::print(const Measurement& row) const {
  const auto& time = row.time_us;
  fmt::print(
      "{:<44} {:<20} {:>5} {:>8} {:>11.2f} {:>11.2f} {:>11.2f} {:>10.2f} {:>5} {:>5} {:>8}\n",
      row.subject, name(row.point.collective), row.point.ranks, print_bytes(row.point.bytes),
      time.median, time.median_interval.low, time.median_interval.high, time.p99, time.repetitions,
      row.late_rounds, print_clock(row));
}

Listener ResultSink::listener() {
  return {.measured =
              [this](const Measurement& row) {
                file_->append(row);
                if (json_)
                  fmt::print("{}\n", to_json(row).dump());
                else
                  print(row);
                std::fflush(stdout);
              },
          .skipped =
              [this](const SkippedMeasurement& row) {
                file_->append(row);
                if (json_) fmt::print("{}\n", to_json(row).dump());
              }};
}

}  // namespace tutti
