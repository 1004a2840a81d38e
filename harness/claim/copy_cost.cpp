/// To copy what is sent takes a small part of the time that it takes to send it.
/// Source: T-NBC (Figure 5b)
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/claim.hpp"
#include "harness/measure/ping_pong.hpp"

namespace tutti {
namespace {

constexpr std::int64_t sizes[]{4096, 16384, 65536, 262144, 1 << 20, 4 << 20, 16 << 20};
/// The source: a copy takes at most 40 % of the message's time.
constexpr double least_ratio = 1 / 0.4;
constexpr double ns_in_us = 1000;

nlohmann::json in_launch() {
  const Exchange world(MPI_COMM_WORLD);
  NamedSamples samples;
  for (const auto bytes : sizes) samples[std::to_string(bytes)] = ping_pong_us(world, bytes);
  return samples;
}

std::vector<ClaimRow> measure(const ClaimOptions&) {
  const auto copies = samples_of_benchmark("guard_cost");
  const auto messages = samples_of_launch("copy_cost", 2, {});
  std::vector<ClaimRow> rows;
  for (const auto bytes : sizes) {
    auto copy = copies.at(fmt::format("copy/{}", bytes));
    for (double& time : copy) time /= ns_in_us;
    rows.push_back(row_of(fmt::format("{} B: message over copy", bytes),
                          "a copy takes at most 40 % of the message's time",
                          speedup({copy}, {messages.at(std::to_string(bytes))}), least_ratio));
  }
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(copy_cost){tutti::measure, tutti::in_launch};
