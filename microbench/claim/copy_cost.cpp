/// Copying the data to be sent takes a small part of the time that it takes to send them.
/// Source: T-NBC (Figure 5b)
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/measure/ping_pong.hpp"
#include "microbench/claim.hpp"

namespace tutti {
namespace {

/// The source: a copy takes at most 40 % of the message's time.
constexpr double least_ratio = 1 / 0.4;

nlohmann::json in_launch() { return ping_pongs_us(); }

ClaimRow time_row(std::string what, const std::vector<double>& samples_us) {
  const auto summary = summarize(samples_us);
  return {.what = std::move(what),
          .reference = {},
          .measured = summary.median,
          .interval = summary.median_interval,
          .unit = "us"};
}

std::vector<ClaimRow> measure(const ClaimOptions&) {
  const auto copies = samples_of_benchmark("page_protection_cost");
  const auto messages = samples_of_launch("copy_cost", 2, {});
  std::vector<ClaimRow> rows;
  for (const auto bytes : ping_pong_bytes) {
    const auto& copy = copies.at(fmt::format("copy/{}", bytes));
    const auto& message = messages.at(std::to_string(bytes));
    rows.push_back(time_row(fmt::format("{} B: message", bytes), message));
    rows.push_back(time_row(fmt::format("{} B: copy", bytes), copy));
    rows.push_back(row_of(fmt::format("{} B: message over copy", bytes),
                          "a copy takes at most 40 % of the message's time",
                          speedup({copy}, {message}), least_ratio));
  }
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(copy_cost){tutti::measure, tutti::in_launch};
