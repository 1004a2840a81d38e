#include "harness/runner/case_worker.hpp"

#include <fmt/core.h>

#include "contract/error.hpp"
#include "harness/runner/channel.hpp"
#include "harness/runner/job_message.hpp"
#include "harness/runner/launch_facts.hpp"
#include "harness/runner/leader.hpp"

namespace tutti {
namespace {

void run(Leader& leader, const std::string& order, Channel& channel) {
  const auto [hang_limit, cases] = run_order_from(order);
  leader.set_hang_limit(hang_limit);
  for (const auto& planned : cases) {
    const auto result = leader.run_all({planned}).front();
    channel.send("result " + to_text(result));
    if (is_faulted(result)) break;
  }
}

void answer(Leader& leader, const Message& asked, const std::string& facts, Channel& channel) {
  try {
    if (asked.word == "facts") return channel.send("facts " + facts);
    if (asked.word == "run") return run(leader, asked.rest, channel);
    const bool applicable = leader.applicable(parse_case(asked.rest));
    channel.send(applicable ? "applicable yes" : "applicable no");
  } catch (const UsageError& error) {
    channel.send(fmt::format("unusable {}", error.what()));
  }
}

}  // namespace

int serve_job(const JobServiceOptions& options) {
  RankContext rank(options.target == "mpi-forced");
  if (!rank.leads()) return serve(rank);
  std::optional<Channel> channel;
  Leader leader(
      rank, std::chrono::milliseconds(0),
      [&](const Case&, const Outcome& hang) { channel->send("result " + to_text(Result(hang))); },
      [&] { channel->send("running "); });
  channel = Channel::connect_to(options.socket);
  const auto facts = to_text(gather_facts(options.target, rank.coordinator, rank.progress));
  while (const auto question = channel->receive())
    answer(leader, message_from(*question), facts, *channel);
  return leader.stop(0);
}

}  // namespace tutti
