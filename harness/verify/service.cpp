#include "harness/verify/service.hpp"

#include <fmt/core.h>

#include "contract/error.hpp"
#include "harness/verify/channel.hpp"
#include "harness/verify/facts.hpp"
#include "harness/verify/leader.hpp"
#include "harness/verify/message.hpp"

namespace tutti {
namespace {

std::string run(Leader& leader, const Message& asked) {
  const auto [patience_ms, line] = message_from(asked.rest);
  leader.set_patience(std::chrono::milliseconds(std::stol(patience_ms)));
  return "outcome " + to_text(leader.run(parse_case(line), asked.word == "fresh"));
}

std::string answer(Leader& leader, const Message& asked, const std::string& facts) {
  try {
    if (asked.word == "facts") return "facts " + facts;
    if (asked.word == "applicable")
      return leader.applicable(parse_case(asked.rest)) ? "applicable yes" : "applicable no";
    return run(leader, asked);
  } catch (const UsageError& error) {
    return fmt::format("unusable {}", error.what());
  }
}

}  // namespace

int serve_supervisor(const ServiceOptions& options) {
  Rank rank(options.target == "mpi-forced");
  if (!rank.leads()) return serve(rank);
  std::optional<Channel> channel;
  Leader leader(rank, std::chrono::milliseconds(0), [&](const Case&, const Outcome& hang) {
    channel->send("outcome " + to_text(hang));
  });
  channel = Channel::connect_to(options.socket);
  const auto facts = to_text(gather_facts(options.target, rank.control, rank.board));
  while (const auto question = channel->receive())
    channel->send(answer(leader, message_from(*question), facts));
  return leader.stop(0);
}

}  // namespace tutti
