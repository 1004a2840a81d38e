/// A flood of messages at a late rank takes bounded memory, and all of them arrive.
/// Source: US patent 8,056,090, early arrivals; CollGM, send and receive tokens
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "microbench/claim.hpp"
#include "optimized/active_messages/control_structure.hpp"
#include "optimized/active_messages/engine.hpp"
#include "optimized/protocol/protocol.hpp"

namespace tutti {
namespace {

using namespace std::chrono_literals;

constexpr int messages = 10'000;
constexpr int data_bytes = 2048;
constexpr int late_every =
    333;  ///< odd, since tokens are returned by halves and parity would matter
constexpr std::int64_t token_counts[]{4, 16, 64};

bool is_as_sent(const std::vector<unsigned char>& data, int message) {
  return std::ranges::all_of(data, [&](unsigned char byte) { return byte == message % 251; });
}

/// Broadcasts from rank 0. The last rank is late from time to time, and then looks at how much has
/// arrived early.
nlohmann::json in_launch() {
  int rank = 0, ranks = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  auto& control = active::control_of(MPI_COMM_WORLD);
  auto& port = control.team_directory().port();
  const auto protocol = parse_protocol("bcast/flat:active:eager");
  std::vector<unsigned char> data(data_bytes);
  const Call call{.collective = Collective::bcast,
                  .receive = data.data(),
                  .receive_count = data_bytes,
                  .receive_type = MPI_BYTE,
                  .comm = MPI_COMM_WORLD};
  double early_bytes = 0, right = 0;
  for (int i = 0; i < messages; ++i) {
    if (rank == ranks - 1 && i % late_every == late_every - 1) {
      std::this_thread::sleep_for(5ms);
      const auto end = std::chrono::steady_clock::now() + 2ms;
      while (std::chrono::steady_clock::now() < end) {
        port.progress();  // receives all that has come early
        early_bytes = std::max(early_bytes, static_cast<double>(control.early_bytes()));
      }
    }
    std::ranges::fill(data, rank == 0 ? static_cast<unsigned char>(i % 251) : 255);
    run(protocol, call);
    right += is_as_sent(data, i);
  }
  double most_early = 0, least_right = 0;
  PMPI_Reduce(&early_bytes, &most_early, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  PMPI_Reduce(&right, &least_right, 1, MPI_DOUBLE, MPI_MIN, 0, MPI_COMM_WORLD);
  return NamedSamples{{"early bytes", {most_early}}, {"right", {least_right}}};
}

ClaimRow row(std::string what, double measured, double goal, std::string unit) {
  return {.what = std::move(what),
          .reference = "buffers under token flow control",
          .measured = measured,
          .interval = {measured, measured},
          .goal = goal,
          .unit = std::move(unit)};
}

std::vector<ClaimRow> measure(const ClaimOptions& options) {
  std::vector<ClaimRow> rows;
  for (const int ranks : options.ranks.empty() ? std::vector{2, 4} : options.ranks)
    for (const auto tokens : token_counts) {
      const auto samples = samples_of_launch(
          "flow_control", ranks, {{"TUTTI_THRESHOLDS", fmt::format("tokens={}", tokens)}});
      // Without a token the sender still sends one request without data, and waits.
      const auto allowed = static_cast<double>(
          tokens * (data_bytes + sizeof(active::EarlyMessage)) + sizeof(active::EarlyMessage));
      const double kept = samples.at("early bytes").front();
      const auto where = fmt::format("{} ranks, {} tokens", ranks, tokens);
      rows.push_back(row(where + ": messages that arrived as sent", samples.at("right").front(),
                         messages, "messages"));
      rows.push_back(row(where + ": early bytes kept, most", kept, 1, "B"));
      rows.push_back(row(where + ": early bytes that the tokens allow over kept",
                         allowed / std::max(kept, 1.0), 1, "times"));
    }
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(flow_control){tutti::measure, tutti::in_launch};
