/// Blocking collectives overlap with the computation behind them, in programs that nobody changed.
/// Source: T-NBC (formula (3), Table 1)
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/claim.hpp"
#include "harness/launch.hpp"
#include "harness/measure/clock.hpp"
#include "optimized/overlap/formula.hpp"
#include "optimized/protocol.hpp"

namespace tutti {
namespace {

/// Computation behind a collective, in multiples of the time that this takes alone.
struct Scenario {
  const char* name;
  double unrelated, related;
  const char* reference;
};

/// The milliseconds of the source's Table 1 over the 268 of its collective.
constexpr Scenario scenarios[]{
    {"a", 445. / 268, 350. / 268, "204 of 208 ms"}, {"b", 0, 350. / 268, "206 of 208 ms"},
    {"c", 0, 175. / 268, "107 of 115 ms"},          {"d", 177. / 268, 350. / 268, "207 of 208 ms"},
    {"e", 177. / 268, 175. / 268, "204 of 208 ms"},
};
constexpr const char* protocols[]{"alltoall/linear:active", "bcast/flat:active"};

constexpr int message_bytes = 1 << 20;
constexpr int rounds = 25, warm_up_rounds = 3;
constexpr std::size_t consumed_bytes = 4096;  ///< between two steps of the related computation
constexpr double overlap_goal = 0.95, init_goal = 0.20;

/// Work that takes the same time wherever it is done, and cannot be left out.
class Work {
 public:
  Work() {
    constexpr double turns = 20'000'000;
    const double begun = now_us();
    turn(turns);
    turns_per_us_ = turns / (now_us() - begun);
  }
  void spend(double us) { turn(us * turns_per_us_); }

 private:
  void turn(double turns) {
    for (auto left = static_cast<std::int64_t>(turns); left > 0; --left)
      value_ = value_ * 6364136223846793005u + 1442695040888963407u;
  }

  volatile std::uint64_t value_ = 1;
  double turns_per_us_ = 1;
};

/// A collective with its buffers, at this rank.
class Subject {
 public:
  Subject(const char* protocol, const Exchange& world)
      : protocol_(parse_protocol(protocol)),
        world_(world),
        is_bcast_(protocol_.algorithm->collective == Collective::bcast),
        send_(is_bcast_ ? 0 : message_bytes * ranks()),
        receive_(is_bcast_ ? message_bytes : message_bytes * ranks()) {}

  void prepare(int round) {
    round_ = round;
    for (std::size_t i = 0; i < send_.size(); ++i)
      send_[i] = value(world_.rank(), static_cast<int>(i / message_bytes), i % message_bytes);
    for (std::size_t i = 0; is_root() && i < receive_.size(); ++i) receive_[i] = value(0, 0, i);
  }

  /// As the program calls it, so that what is preloaded may serve it.
  void call_overlapping() { check(call_library(call())); }
  void call_blocking() { check(run(protocol_, call())); }

  /// Consumes what arrived from others, in the order of its addresses.
  void consume(Work& work, double us) {
    const double step_us = us * consumed_bytes / bytes();
    for (std::size_t i = 0; i < receive_.size(); i += consumed_bytes) {
      if (is_own(i)) continue;
      sum_ = sum_ + static_cast<unsigned>(receive_[i]);
      work.spend(step_us);
    }
  }

  /// What is wrong is not timed.
  void require_right() const {
    for (std::size_t i = 0; i < receive_.size(); ++i)
      if (receive_[i] != value(static_cast<int>(i / message_bytes), is_bcast_ ? 0 : world_.rank(),
                               i % message_bytes))
        throw CannotRun(fmt::format("rank {}: wrong data at byte {} of {}", world_.rank(), i,
                                    print(protocol_)));
  }

  /// That came from others.
  double bytes() const {
    return static_cast<double>(receive_.size()) - (is_bcast_ ? 0 : message_bytes);
  }

 private:
  int ranks() const { return world_.ranks(); }
  bool is_root() const { return is_bcast_ && world_.rank() == 0; }
  bool is_own(std::size_t index) const {
    return !is_bcast_ && static_cast<int>(index / message_bytes) == world_.rank();
  }
  static void check(int code) {
    if (code != MPI_SUCCESS) throw CannotRun("a collective failed");
  }
  char value(int sender, int receiver, std::size_t index) const {
    return static_cast<char>(index * 31 + index / 251 + static_cast<std::size_t>(sender) * 7 +
                             static_cast<std::size_t>(receiver) * 13 +
                             static_cast<std::size_t>(round_) * 17);
  }
  Call call() {
    Call call{.collective = protocol_.algorithm->collective,
              .send = send_.data(),
              .send_count = message_bytes,
              .send_type = MPI_CHAR,
              .receive = receive_.data(),
              .receive_count = message_bytes,
              .receive_type = MPI_CHAR,
              .comm = MPI_COMM_WORLD};
    return call;
  }

  Protocol protocol_;
  const Exchange& world_;
  bool is_bcast_;
  int round_ = 0;
  std::vector<char> send_, receive_;
  volatile unsigned sum_ = 0;
};

/// The longest that any rank took, at rank 0.
double longest(const Exchange& world, double own) {
  double most = 0;
  for (const auto& values : world.collect(std::span(&own, 1))) most = std::max(most, values[0]);
  return most;
}

/// Times one round at all ranks: microseconds from a common beginning until the call returns, and until
/// the computation behind it is done.
template <class Function>
std::pair<double, double> time_round(Subject& subject, const Exchange& world, Work& work,
                                     Function collective, double unrelated_us, double related_us) {
  world.meet();
  const double begun = now_us();
  collective();
  const double returned = now_us();
  work.spend(unrelated_us);
  if (related_us > 0) subject.consume(work, related_us);
  const double ended = now_us();
  subject.require_right();
  return {longest(world, returned - begun), longest(world, ended - begun)};
}

void sample(Subject& subject, const Exchange& world, Work& work, const std::string& name,
            NamedSamples& samples) {
  const auto blocking = [&] { subject.call_blocking(); };
  const auto overlapping = [&] { subject.call_overlapping(); };
  double comm_us = 0;
  for (int round = -warm_up_rounds; round < rounds; ++round) {
    subject.prepare(round);
    const double alone = time_round(subject, world, work, blocking, 0, 0).first;
    comm_us = world.share_value(round <= 0 ? alone : comm_us);
    if (round >= 0) samples[name + "/comm"].push_back(alone);
    for (const auto& scenario : scenarios) {
      const double unrelated = scenario.unrelated * comm_us, related = scenario.related * comm_us;
      subject.prepare(round + 1);
      const auto apart = time_round(subject, world, work, blocking, unrelated, related);
      subject.prepare(round + 2);
      const auto together = time_round(subject, world, work, overlapping, unrelated, related);
      if (round < 0) continue;
      const auto row = fmt::format("{}/{}", name, scenario.name);
      samples[row + "/blocking"].push_back(apart.second);
      samples[row + "/overlapping"].push_back(together.second);
      samples[row + "/init"].push_back(together.first);
      samples[row + "/unrelated"].push_back(unrelated);
      samples[row + "/related"].push_back(related);
    }
  }
}

nlohmann::json in_launch() {
  const Exchange world(MPI_COMM_WORLD);
  Work work;
  NamedSamples samples;
  for (const char* protocol : protocols) {
    Subject subject(protocol, world);
    const auto name = std::string(protocol).substr(0, std::string(protocol).find('/'));
    sample(subject, world, work, name, samples);
    samples[name + "/bytes"] = {subject.bytes()};
  }
  return samples;
}

/// Of formula (3), from the medians of what was measured apart; in microseconds.
double foretold(const NamedSamples& samples, const std::string& collective,
                const std::string& scenario) {
  const auto median = [&](const std::string& name) {
    return summarize(samples.at(collective + "/" + name)).median;
  };
  const double comm_s = median("comm") * 1e-6, bytes = median("bytes");
  return overlap::overlap_seconds_after_init(
             {.comm_seconds = comm_s,
              .comm_rate_bytes_per_s = bytes / comm_s,
              .init_seconds = median(scenario + "/init") * 1e-6,
              .unrelated_seconds = median(scenario + "/unrelated") * 1e-6,
              .related_rate = bytes / (median(scenario + "/related") * 1e-6)}) *
         1e6;
}

std::vector<double> shares(const std::vector<double>& blocking,
                           const std::vector<double>& overlapping, double whole) {
  std::vector<double> result;
  for (std::size_t i = 0; i < blocking.size(); ++i)
    result.push_back((blocking[i] - overlapping[i]) / whole);
  return result;
}

void add_rows(const NamedSamples& samples, const std::string& collective, int ranks,
              std::vector<ClaimRow>& rows) {
  const double comm_us = summarize(samples.at(collective + "/comm")).median;
  std::vector<double> inits;
  for (const auto& scenario : scenarios) {
    const auto row = collective + "/" + scenario.name;
    const double whole = foretold(samples, collective, scenario.name);
    const auto summary =
        summarize(shares(samples.at(row + "/blocking"), samples.at(row + "/overlapping"), whole));
    rows.push_back(
        {.what = fmt::format("{} ranks, {}, scenario {}: overlap over formula (3), {:.0f} us",
                             ranks, collective, scenario.name, whole),
         .reference = scenario.reference,
         .measured = summary.median,
         .interval = summary.median_interval,
         .goal = overlap_goal});
    for (const double init : samples.at(row + "/init")) inits.push_back(init / comm_us);
  }
  const auto init = summarize(inits);
  rows.push_back({.what = fmt::format("{} ranks, {}: T_init over T_comm, {:.0f} us", ranks,
                                      collective, comm_us),
                  .reference = "0.22",
                  .measured = init.median,
                  .interval = init.median_interval,
                  .goal = init_goal,
                  .bound = Bound::at_most});
}

std::vector<ClaimRow> measure(const ClaimOptions& options) {
  std::vector<ClaimRow> rows;
  for (const int ranks : options.ranks.empty() ? std::vector{2} : options.ranks) {
    const auto samples = result_of_launch("overlap", ranks,
                                          {{"LD_PRELOAD", preload_library()},
                                           {"TUTTI_OVERLAP", "1"},
                                           {"TUTTI_OVERLAP_ALWAYS", "1"}})
                             .get<NamedSamples>();
    for (const char* protocol : protocols) {
      const std::string name = protocol;
      add_rows(samples, name.substr(0, name.find('/')), ranks, rows);
    }
  }
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(overlap){tutti::measure, tutti::in_launch};
