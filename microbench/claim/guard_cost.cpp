/// Guarding memory costs little compared with the message that is waited for, from one page on.
/// Source: T-NBC (Figure 5a)
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/measure/ping_pong.hpp"
#include "microbench/claim.hpp"

namespace tutti {
namespace {

constexpr const char* guards[]{"userfaultfd", "mprotect"};

nlohmann::json in_launch() { return ping_pongs_us(); }

ClaimRow cost_row(std::string what, const std::vector<double>& samples_us) {
  const auto summary = summarize(samples_us);
  return {.what = std::move(what),
          .reference = "mprotect below 1 us up to 64 pages, a fault 2 us",
          .measured = summary.median,
          .interval = summary.median_interval,
          .unit = "us"};
}

/// Returns the names of the benchmarks that make memory accessible. Kernels before Linux 6.8 cannot
/// move pages.
std::vector<const char*> ways_to_open(const NamedSamples& costs) {
  std::vector<const char*> ways{"protect_and_allow", "copy_into_missing_pages",
                                "remap_into_missing_pages"};
  const char* const move = "move_into_missing_pages";
  if (costs.contains(fmt::format("{}/{}", move, ping_pong_bytes[0])))
    ways.push_back(move);
  else
    fmt::print(stderr, "guard_cost: {} is left out: no UFFDIO_MOVE (Linux 6.8)\n", move);
  return ways;
}

std::vector<ClaimRow> measure(const ClaimOptions&) {
  const auto costs = samples_of_benchmark("guard_cost");
  const auto messages = samples_of_launch("guard_cost", 2, {});
  std::vector<ClaimRow> rows{cost_row("fault, to its handler and back", costs.at("fault"))};
  const auto ways = ways_to_open(costs);
  for (const auto bytes : ping_pong_bytes) {
    const auto& message = messages.at(std::to_string(bytes));
    rows.push_back(cost_row(fmt::format("{} B: message", bytes), message));
    for (const auto* name : ways)
      rows.push_back(cost_row(fmt::format("{} B: {}", bytes, name),
                              costs.at(fmt::format("{}/{}", name, bytes))));
    for (const auto* guard : guards) {
      const auto& guarding = costs.at(fmt::format("close_and_open/{}/{}", guard, bytes));
      rows.push_back(
          cost_row(fmt::format("{} B: closing and opening by {}", bytes, guard), guarding));
      rows.push_back(row_of(
          fmt::format("{} B: message over closing and opening by {}", bytes, guard),
          "from 256 B on guarding takes less than the message", speedup({guarding}, {message}), 1));
    }
  }
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(guard_cost){tutti::measure, tutti::in_launch};
