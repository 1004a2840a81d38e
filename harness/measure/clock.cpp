#include "harness/measure/clock.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "contract/host_info.hpp"
#include "contract/mpi_handle.hpp"
#include "harness/measure/test_clock.hpp"

namespace tutti {
namespace {

constexpr int tag = 1;
constexpr int radix = 8;  ///< of the numbers whose digits make the tree of hosts
constexpr int comparisons = 10;
constexpr auto pause = std::chrono::milliseconds(10);

/// Returns the round trips of one comparison.
int round_trips(ClockRule rule) { return rule == ClockRule::drifting ? 20 : 200; }

/// Returns a name that all processes share that read the same clock, and no others.
std::string clock_id() {
  const auto& injected = TestClock::of_process();
  if (injected.set()) return std::to_string(injected.host());
  const auto id = machine_id();
  return id.empty() ? host_name() : id;
}

/// Returns for each rank the first rank that reads the same clock.
std::vector<double> representatives(const Exchange& exchange) {
  const auto ids = exchange.collect(clock_id());
  std::vector<double> first;
  for (const auto& id : ids)
    first.push_back(static_cast<double>(std::ranges::find(ids, id) - ids.begin()));
  return exchange.share_values(first);
}

bool all_zero(const std::vector<double>& values) {
  return std::ranges::all_of(values, [](double value) { return value == 0; });
}

Communicator split(const Exchange& exchange, int color) {
  MPI_Comm comm = MPI_COMM_NULL;
  PMPI_Comm_split(exchange.comm(), color, exchange.rank(), &comm);
  return Communicator(comm);
}

std::vector<double> packed(const ClockLine& line) {
  return {line.origin_us,
          line.offset_us,
          line.drift_us_per_s,
          line.offset_error_us,
          line.drift_error_us_per_s,
          line.wander_us_per_s2};
}

ClockLine unpacked(const std::vector<double>& values) {
  return {values[0], values[1], values[2], values[3], values[4], values[5]};
}

}  // namespace

double now_us() { return TestClock::of_process().shown_us(machine_now_us()); }

bool on_one_clock(const Exchange& exchange) { return all_zero(representatives(exchange)); }

CommonClock::CommonClock(const Exchange& exchange, ClockRule rule)
    : rule_(rule), fit_(rule == ClockRule::drifting ? ClockFit() : ClockFit(0, 0)) {
  const auto first = representatives(exchange);
  if (all_zero(first)) return;
  const int own = static_cast<int>(first[static_cast<std::size_t>(exchange.rank())]);
  host_.emplace(split(exchange, own).get());
  const bool represents = own == exchange.rank();
  const auto chosen = split(exchange, represents ? 0 : MPI_UNDEFINED);
  if (represents) representatives_.emplace(chosen.get());
  for (int i = 0; i < (rule == ClockRule::drifting ? comparisons : 1); ++i) {
    if (i > 0) std::this_thread::sleep_for(pause);
    compare();
  }
}

void CommonClock::renew() {
  if (host_ && rule_ == ClockRule::drifting) compare();
}

void CommonClock::compare() {
  if (representatives_) compare_along_tree();
  line_ = unpacked(host_->share_values(packed(line_)));
}

/// The parent of a host is the host whose number lacks its first digit. A round serves the hosts
/// with one length and first digit; those with shorter numbers know the time by then.
void CommonClock::compare_along_tree() {
  const int self = representatives_->rank(), hosts = representatives_->ranks();
  for (int stride = 1; stride < hosts; stride *= radix)
    for (int digit = 1; digit < radix; ++digit) {
      const int child = self + digit * stride;
      if (self < stride && child < hosts) answer(child);
      if (self / stride == digit) ask(self % stride);
    }
}

/// Answers requests with the time of the root, and the bound of its error.
void CommonClock::answer(int child) const {
  const MPI_Comm comm = representatives_->comm();
  representatives_->notify(child);
  for (int i = 0; i < round_trips(rule_); ++i) {
    PMPI_Recv(nullptr, 0, MPI_BYTE, child, tag, comm, MPI_STATUS_IGNORE);
    const double local_us = now_us();
    const std::array<double, 2> time{at(local_us), error_us_at(local_us)};
    PMPI_Send(time.data(), 2, MPI_DOUBLE, child, tag, comm);
  }
}

/// Waits asleep until the parent is ready, so that it answers others undisturbed.
void CommonClock::ask(int parent) {
  const MPI_Comm comm = representatives_->comm();
  representatives_->wait_for(parent);
  std::vector<OffsetBounds> exchanges;
  for (int i = 0; i < round_trips(rule_); ++i) {
    std::array<double, 2> answer{};
    const double sent_us = now_us();
    PMPI_Send(nullptr, 0, MPI_BYTE, parent, tag, comm);
    PMPI_Recv(answer.data(), 2, MPI_DOUBLE, parent, tag, comm, MPI_STATUS_IGNORE);
    const double arrived_us = now_us();
    const auto [time_us, error_us] = answer;
    exchanges.push_back({.low_at_us = arrived_us,
                         .low_us = time_us - error_us - arrived_us,
                         .high_at_us = sent_us,
                         .high_us = time_us + error_us - sent_us});
  }
  fit_.add(exchanges);
  line_ = fit_.line();
}

}  // namespace tutti
