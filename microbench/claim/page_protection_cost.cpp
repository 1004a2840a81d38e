/// Protecting memory costs little compared with the message that is waited for, from one page on.
/// Source: T-NBC (Figure 5a)
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/measure/ping_pong.hpp"
#include "microbench/claim.hpp"

namespace tutti {
namespace {

constexpr const char* guards[]{"userfaultfd", "mprotect"};

nlohmann::json in_launch() { return ping_pongs_us(); }

ClaimRow cost_row(std::string what, std::string reference, const std::vector<double>& samples_us) {
  const auto summary = summarize(samples_us);
  return {.what = std::move(what),
          .reference = std::move(reference),
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
    fmt::print(stderr, "page_protection_cost: {} is left out: no UFFDIO_MOVE (Linux 6.8)\n", move);
  return ways;
}

std::vector<ClaimRow> measure(const ClaimOptions&) {
  const auto costs = samples_of_benchmark("page_protection_cost");
  const auto messages = samples_of_launch("page_protection_cost", 2, {});
  std::vector<ClaimRow> rows{cost_row("fault, to its handler and back", "2 us", costs.at("fault"))};
  const auto ways = ways_to_open(costs);
  for (const auto bytes : ping_pong_bytes) {
    const auto& message = messages.at(std::to_string(bytes));
    rows.push_back(cost_row(fmt::format("{} B: message", bytes), "", message));
    for (const auto* name : ways)
      rows.push_back(cost_row(fmt::format("{} B: {}", bytes, name),
                              "mprotect below 1 us up to 64 pages",
                              costs.at(fmt::format("{}/{}", name, bytes))));
    for (const auto* guard : guards) {
      const auto& guarding = costs.at(fmt::format("close_and_open/{}/{}", guard, bytes));
      rows.push_back(cost_row(fmt::format("{} B: protecting and releasing by {}", bytes, guard), "",
                              guarding));
      rows.push_back(
          row_of(fmt::format("{} B: message over protecting and releasing by {}", bytes, guard),
                 "from 256 B on protection takes less than the message (here from one page on)",
                 speedup({guarding}, {message}), 1));
    }
  }
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(page_protection_cost){tutti::measure, tutti::in_launch};
