#include "harness/traffic/traffic.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "contract/error.hpp"
#include "contract/mpi_handle.hpp"
#include "harness/measure/measurement_points.hpp"
#include "harness/measure/proven_subject.hpp"
#include "harness/platform/json.hpp"
#include "harness/platform/launch.hpp"
#include "harness/platform/replace_file.hpp"
#include "harness/platform/temporary_folder.hpp"
#include "harness/subject/forced_subjects.hpp"

namespace tutti {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the variables that make the messages of MPI libraries visible: MPICH must not use memory that the ranks of a
/// host share, and Open MPI must send through UCX, on any network.
Environment visible_messages() {
  return {{"LD_PRELOAD", recording_library()},
          {"MPIR_CVAR_NOLOCAL", "1"},
          {"OMPI_MCA_pml", "ucx"},
          {"OMPI_MCA_pml_ucx_tls", "any"},
          {"OMPI_MCA_pml_ucx_devices", "any"},
          {"OMPI_MCA_opal_common_ucx_tls", "any"},
          {"OMPI_MCA_opal_common_ucx_devices", "any"}};
}

/// The first ranks of the world.
struct FirstRanks {
  Communicator comm;
  std::unique_ptr<Exchange> exchange;  ///< null at other ranks
};

FirstRanks first_ranks(int ranks, const Exchange& world) {
  const bool member = world.rank() < ranks;
  MPI_Comm comm = MPI_COMM_NULL;
  PMPI_Comm_split(world.comm(), member ? 0 : MPI_UNDEFINED, world.rank(), &comm);
  FirstRanks first{.comm = Communicator(comm), .exchange = {}};
  if (member) first.exchange = std::make_unique<Exchange>(comm);
  return first;
}

/// Returns this rank's messages of one call, which ran before: to prepare calls, libraries send messages, too.
/// Collective over the exchange.
std::vector<SentMessage> messages_of(SubjectRun& run, const Exchange& exchange,
                                     SentMessages& sent) {
  constexpr int calls_that_prepare = 2;
  SubjectRun::Session call(run);
  for (int i = 0; i < calls_that_prepare; ++i) call();
  exchange.meet();
  sent.take();
  call();
  return sent.take();
}

std::vector<double> numbers_of(const std::vector<SentMessage>& messages) {
  std::vector<double> numbers;
  for (const auto& [to, bytes] : messages) {
    numbers.push_back(to);
    numbers.push_back(static_cast<double>(bytes));
  }
  return numbers;
}

Json pairs_of(const std::vector<double>& numbers) {
  Json pairs = Json::array();
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
    pairs.push_back({static_cast<int>(numbers[i]), static_cast<std::int64_t>(numbers[i + 1])});
  return pairs;
}

Json described(const CallOfSubject& call) {
  const auto& [point, subject] = call;
  return {{"collective", name(point.collective)},
          {"ranks", point.ranks},
          {"bytes", point.bytes},
          {"subject", subject}};
}

/// Runs a call and returns what is to be written about it, at rank 0. Collective over the exchange.
Json recorded_call(const CallOfSubject& call, const Exchange& exchange, SentMessages& sent) {
  const auto& [point, name] = call;
  const auto subject = find_subject(name);
  Resources resources;
  SubjectRun run(*subject, point, resources, exchange);
  Json line = described(call);
  if (const auto proof = run.prove(false); !proof.complaint.empty()) {
    line["skipped"] = proof.complaint;
    return line;
  }
  line["messages"] = Json::array();
  for (const auto& numbers : exchange.collect(numbers_of(messages_of(run, exchange, sent))))
    line["messages"].push_back(pairs_of(numbers));
  return line;
}

bool force_algorithms(const std::vector<CallOfSubject>& calls) {
  return std::ranges::any_of(calls,
                             [](const auto& call) { return names_forced_subject(call.second); });
}

CallOfSubject call_in(const nlohmann::json& line) {
  const auto collective = collective_named(line.at("collective").get<std::string>());
  if (!collective) throw UsageError("expected the name of a collective");
  return {{*collective, line.at("ranks").get<int>(), line.at("bytes").get<std::int64_t>()},
          line.at("subject").get<std::string>()};
}

Traffic traffic_in(const nlohmann::json& messages) {
  Traffic traffic;
  for (const auto& of_rank : messages) {
    auto& sent = traffic.emplace_back();
    for (const auto& message : of_rank)
      sent.push_back({message.at(0).get<int>(), message.at(1).get<std::int64_t>()});
  }
  return traffic;
}

}  // namespace

RecordedTraffic record_traffic(const TrafficLaunch& launch) {
  const TemporaryFolder folder;
  const auto points = folder.file("points"), out = folder.file("messages.jsonl");
  replace_file(points, print_points(launch.calls));
  auto environment = launch.environment;
  environment.merge(visible_messages());
  const double seconds = 60 + static_cast<double>(launch.calls.size());
  const auto ending =
      run_child(launch_command(launch.launcher, launch.ranks,
                               {"messages", "--points", points, "--out", out}, environment),
                {}, seconds);
  require_success(ending, "the launch that records messages");
  return read_traffic(out);
}

void record_calls(const std::vector<CallOfSubject>& calls, const std::string& out) {
  if (force_algorithms(calls)) prepare_forcing();
  const MpiSession session;
  if (!records_messages()) throw CannotRun(recording_library() + ": is not preloaded");
  const Exchange world(MPI_COMM_WORLD);
  SentMessages sent(world.comm());
  if (world.all(!sent.sees_any()))
    throw CannotRun("the MPI library does not send through UCX, so that its messages are not seen");
  std::map<int, FirstRanks> teams;
  std::string lines;
  for (const auto& call : calls) {
    const int ranks = call.first.ranks;
    check_ranks({ranks}, world.ranks());
    check_measurable(call.first);
    if (!teams.contains(ranks)) teams.emplace(ranks, first_ranks(ranks, world));
    if (world.rank() < ranks)
      lines += recorded_call(call, *teams.at(ranks).exchange, sent).dump() + "\n";
    world.meet();
  }
  world.run_at_rank_0([&] { replace_file(out, lines); });
}

/// Adds what a line says. Throws if it says something else.
static void add_line(const std::string& text, RecordedTraffic& recorded) {
  const auto line = parsed_json(text);
  if (line.is_discarded()) throw UsageError("found no JSON object");
  if (line.contains("skipped"))
    recorded.skipped[call_in(line)] = line["skipped"].get<std::string>();
  else
    recorded.messages[call_in(line)] = traffic_in(line.at("messages"));
}

RecordedTraffic read_traffic(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw UsageError(path + ": cannot be read; expected what `tutti messages` wrote");
  RecordedTraffic recorded;
  int number = 0;
  for (std::string text; std::getline(file, text);) {
    ++number;
    try {
      add_line(text, recorded);
    } catch (const std::exception& error) {
      throw UsageError(
          fmt::format("{}:{}: expected the messages of a call: {}", path, number, error.what()));
    }
  }
  return recorded;
}

}  // namespace tutti
