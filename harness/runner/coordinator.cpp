#include "harness/runner/coordinator.hpp"

#include <algorithm>
#include <chrono>

namespace tutti {
namespace {

constexpr int answer_tag = 100;  // the tags of orders are their kinds

MPI_Comm duplicate_of_world() {
  MPI_Comm comm = MPI_COMM_NULL;
  PMPI_Comm_dup(MPI_COMM_WORLD, &comm);
  return comm;
}

void send(const std::string& text, int to, int tag, MPI_Comm comm) {
  PMPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, to, tag, comm);
}

/// The pause between two probes for a message: none at first, then a sleep, longer each time. It
/// stays short while other ranks are in a case, since a rank that has left a call may still have to
/// send data for them.
class Pause {
 public:
  Pause(const RankProgress& progress, std::uint64_t answers)
      : progress_(progress), answers_(answers) {}

  /// Pauses, at most until RankProgress counts more wake-ups than `rings`.
  void take(std::uint32_t wakeups) {
    if (++looks_ <= (progress_.crowded() ? looks_awake_when_crowded : probes_before_sleep)) return;
    progress_.sleep(wakeups, sleep_);
    const bool idle = progress_.one_host() && progress_.all_answered(answers_);
    sleep_ = std::min(2 * sleep_, idle ? longest_when_idle : longest);
  }

 private:
  static constexpr int probes_before_sleep = 1000;  // these take about 100 us
  static constexpr int looks_awake_when_crowded = 4;
  static constexpr std::chrono::microseconds longest{1000}, longest_when_idle{100'000};

  const RankProgress& progress_;
  std::uint64_t answers_;
  int looks_ = 0;
  std::chrono::microseconds sleep_{50};
};

}  // namespace

Coordinator::Coordinator(RankProgress& progress)
    : progress_(progress), comm_(duplicate_of_world()) {
  PMPI_Comm_rank(comm_.get(), &rank_);
  PMPI_Comm_size(comm_.get(), &ranks_);
}

std::string Coordinator::receive(int from, int* tag) const {
  MPI_Status status;
  MPI_Message message;
  Pause pause(progress_, answers_);
  while (true) {
    const auto wakeups = progress_.wakeups();
    int found = 0;
    PMPI_Improbe(from, *tag, comm_.get(), &found, &message, &status);
    if (found) break;
    pause.take(wakeups);
  }
  int length = 0;
  PMPI_Get_count(&status, MPI_CHAR, &length);
  std::string text(static_cast<std::size_t>(length), '\0');
  PMPI_Mrecv(text.data(), length, MPI_CHAR, &message, MPI_STATUS_IGNORE);
  *tag = status.MPI_TAG;
  return text;
}

void Coordinator::give(const Order& order) {
  const bool to_answer =
      order.kind == Order::Kind::run_used || order.kind == Order::Kind::run_fresh;
  if (to_answer) progress_.post_order(answers_ + 1);
  // The send of a long text waits for its receiver, which may sleep until it is woken.
  std::vector<MPI_Request> requests;
  for (int to = 1; to < ranks_; ++to)
    PMPI_Isend(order.text.data(), static_cast<int>(order.text.size()), MPI_CHAR, to,
               static_cast<int>(order.kind), comm_.get(), &requests.emplace_back());
  progress_.wake_all();
  PMPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

Order Coordinator::await() const {
  int tag = MPI_ANY_TAG;
  std::string text = receive(0, &tag);
  return {static_cast<Order::Kind>(tag), std::move(text)};
}

void Coordinator::answer(const std::string& text) {
  send(text, 0, answer_tag, comm_.get());
  progress_.post_answer(++answers_);
}

std::vector<std::string> Coordinator::collect() {
  progress_.post_answer(++answers_);
  std::vector<std::string> answers;
  for (int from = 1; from < ranks_; ++from) {
    int tag = answer_tag;
    answers.push_back(receive(from, &tag));
  }
  return answers;
}

}  // namespace tutti
