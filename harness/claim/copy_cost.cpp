/// To copy what is sent takes a small part of the time that it takes to send it.
/// Source: T-NBC (Figure 5b)
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/claim.hpp"
#include "harness/measure/ping_pong.hpp"

namespace tutti {
namespace {

/// The source: a copy takes at most 40 % of the message's time.
constexpr double least_ratio = 1 / 0.4;

nlohmann::json in_launch() { return ping_pongs_us(); }

std::vector<ClaimRow> measure(const ClaimOptions&) {
  const auto copies = samples_of_benchmark("guard_cost");
  const auto messages = samples_of_launch("copy_cost", 2, {});
  std::vector<ClaimRow> rows;
  for (const auto bytes : ping_pong_bytes)
    rows.push_back(row_of(
        fmt::format("{} B: message over copy", bytes),
        "a copy takes at most 40 % of the message's time",
        speedup({copies.at(fmt::format("copy/{}", bytes))}, {messages.at(std::to_string(bytes))}),
        least_ratio));
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(copy_cost){tutti::measure, tutti::in_launch};
