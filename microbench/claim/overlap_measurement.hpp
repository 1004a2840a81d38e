#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "harness/measure/clock.hpp"
#include "harness/platform/launch.hpp"
#include "microbench/claim.hpp"
#include "optimized/overlap/overlap_formula.hpp"
#include "optimized/overlap/sub_messages.hpp"
#include "optimized/protocol/protocol.hpp"

/// A collective and the computation after it, as claims about overlap measure them.
namespace tutti::overlapping {

constexpr int message_bytes = 1 << 20;
constexpr std::size_t consumed_bytes = 4096;  ///< between two steps of the related computation
constexpr const char* baselines[]{"alltoall/linear:active", "bcast/flat:active"};

/// Returns the environment of launches whose calls all overlap, whether or not that pays.
inline Environment always_overlapping() {
  return {
      {"LD_PRELOAD", preload_library(true)}, {"TUTTI_OVERLAP", "1"}, {"TUTTI_OVERLAP_ALWAYS", "1"}};
}

/// Returns the collective in a protocol's name: `alltoall` for `alltoall/linear:active`.
inline std::string collective_of(const std::string& protocol) {
  return protocol.substr(0, protocol.find('/'));
}

/// Work that takes the same time wherever it is done, and that compilers cannot remove.
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

/// The order in which the computation uses the received data.
enum class Access { forward, backward, random };

/// A collective with its buffers, at this rank.
class Subject {
 public:
  Subject(const char* protocol, const Exchange& world, Access access = Access::forward)
      : protocol_(parse_protocol(protocol)),
        world_(world),
        is_bcast_(protocol_.algorithm->collective == Collective::bcast),
        send_(is_bcast_ ? 0 : message_bytes * ranks()),
        receive_(is_bcast_ ? message_bytes : message_bytes * ranks()),
        sub_message_bytes_(bytes_of_sub_message(receive_)),
        steps_(steps(access)) {}

  void prepare(int round) {
    round_ = round;
    for (std::size_t i = 0; i < send_.size(); ++i)
      send_[i] = value(world_.rank(), static_cast<int>(i / message_bytes), i % message_bytes);
    for (std::size_t i = 0; is_root() && i < receive_.size(); ++i) receive_[i] = value(0, 0, i);
  }

  /// Calls the collective as a program does, so that a preloaded library can serve the call.
  void call_overlapping() { check(call_library(call())); }
  void call_blocking() { check(run(protocol_, call())); }

  /// Uses the data from other ranks, in so many microseconds of computation.
  void consume(Work& work, double us) {
    const double step_us = us / static_cast<double>(steps_.size());
    for (const std::size_t step : steps_) {
      sum_ = sum_ + static_cast<unsigned>(receive_[step]);
      work.spend(step_us);
    }
  }

  /// Throws CannotRun if the received data are wrong: such a round is not timed.
  void require_right() const {
    for (std::size_t i = 0; i < receive_.size(); ++i)
      if (receive_[i] != value(static_cast<int>(i / message_bytes), is_bcast_ ? 0 : world_.rank(),
                               i % message_bytes))
        throw CannotRun(fmt::format("rank {}: wrong data at byte {} of {}", world_.rank(), i,
                                    print(protocol_)));
  }

  /// Returns the number of bytes from other ranks.
  double bytes() const { return static_cast<double>(steps_.size() * consumed_bytes); }
  /// Returns the number of sub-messages in those bytes.
  double sub_messages() const { return bytes() / static_cast<double>(sub_message_bytes_); }

 private:
  int ranks() const { return world_.ranks(); }
  bool is_root() const { return is_bcast_ && world_.rank() == 0; }
  bool is_own(std::size_t index) const {
    return !is_bcast_ && static_cast<int>(index / message_bytes) == world_.rank();
  }
  static std::size_t bytes_of_sub_message(std::span<char> buffer) {
    const auto bytes = std::as_writable_bytes(buffer);
    return overlap::SubMessages(overlap::whole_pages(bytes.data(), bytes.data() + bytes.size()))
        .bytes_each();
  }
  /// Returns the offsets to use, in order. The random order is that of whole sub-messages: with
  /// smaller pieces, each sub-message would be needed at once.
  std::vector<std::size_t> steps(Access access) const {
    std::vector<std::size_t> begins;
    for (std::size_t i = 0; i < receive_.size(); i += sub_message_bytes_) begins.push_back(i);
    if (access == Access::random) std::ranges::shuffle(begins, std::mt19937(1));
    std::vector<std::size_t> steps;
    for (const std::size_t begin : begins) {
      const auto end = std::min(begin + sub_message_bytes_, receive_.size());
      for (std::size_t i = begin; i < end; i += consumed_bytes)
        if (!is_own(i)) steps.push_back(i);
    }
    if (access == Access::backward) std::ranges::reverse(steps);
    return steps;
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
  std::size_t sub_message_bytes_;
  std::vector<std::size_t> steps_;  ///< offsets, in the order in which they are used
  volatile unsigned sum_ = 0;
};

/// Microseconds of a round and its parts, each of the rank that took longest.
struct Round {
  double call = 0, unrelated = 0, related = 0, whole = 0;
};

/// Idle time before each round, in which the test cluster's rate limiters (token buckets) fill up:
/// that takes 33 ms at 32 Mbit/s.
constexpr std::chrono::milliseconds rest{50};

/// Times one round, which all ranks begin together. Returns the times at rank 0, and zeros
/// elsewhere. The computations without and with the received data take so many microseconds each.
/// Collective over the ranks of `world`.
template <class Function>
Round time_round(Subject& subject, const Exchange& world, Work& work, Function collective,
                 double unrelated_us, double related_us) {
  std::this_thread::sleep_for(rest);
  world.meet();
  const double begun = now_us();
  collective();
  const double returned = now_us();
  work.spend(unrelated_us);
  const double needing = now_us();
  if (related_us > 0) subject.consume(work, related_us);
  const double ended = now_us();
  subject.require_right();
  Round longest;
  const double own[]{returned - begun, needing - returned, ended - needing, ended - begun};
  for (const auto& rank : world.collect(own)) {
    longest.call = std::max(longest.call, rank[0]);
    longest.unrelated = std::max(longest.unrelated, rank[1]);
    longest.related = std::max(longest.related, rank[2]);
    longest.whole = std::max(longest.whole, rank[3]);
  }
  return longest;
}

/// Adds the times of a round that waited for the collective, and of one beside it that did not.
inline void add_pair(const Round& blocking, const Round& overlapping, const std::string& row,
                     NamedSamples& samples) {
  samples[row + "/blocking"].push_back(blocking.whole);
  samples[row + "/unrelated"].push_back(blocking.unrelated);
  samples[row + "/related"].push_back(blocking.related);
  samples[row + "/overlapping"].push_back(overlapping.whole);
  samples[row + "/init"].push_back(overlapping.call);
}

/// Returns for each pair the microseconds that can overlap, by the third formula of T-NBC
/// (optimized/overlap/overlap_formula.hpp), from what was measured
/// in the same round: the speed of a machine changes from one moment to the next.
inline std::vector<double> possible_overlap_us(const NamedSamples& samples,
                                               const std::string& collective,
                                               const std::string& row) {
  const double bytes = samples.at(collective + "/bytes").front();
  const auto seconds = [&](const std::string& name, std::size_t round) {
    return samples.at(name)[round] * 1e-6;
  };
  std::vector<double> result;
  for (std::size_t i = 0; i < samples.at(row + "/init").size(); ++i) {
    const double comm_seconds = seconds(collective + "/comm", i);
    result.push_back(1e6 * overlap::overlap_seconds_after_init(
                               {.comm_seconds = comm_seconds,
                                .comm_rate_bytes_per_s = bytes / comm_seconds,
                                .init_seconds = seconds(row + "/init", i),
                                .unrelated_seconds = seconds(row + "/unrelated", i),
                                .related_rate = bytes / seconds(row + "/related", i)}));
  }
  return result;
}

/// Returns for each pair the saved time as a share of the possible saving; 0 if none is possible.
inline std::vector<double> shares_saved(const NamedSamples& samples, const std::string& row,
                                        const std::vector<double>& possible_us) {
  std::vector<double> result;
  for (std::size_t i = 0; i < possible_us.size(); ++i)
    result.push_back(possible_us[i] > 0 ? (samples.at(row + "/blocking")[i] -
                                           samples.at(row + "/overlapping")[i]) /
                                              possible_us[i]
                                        : 0);
  return result;
}

}  // namespace tutti::overlapping
