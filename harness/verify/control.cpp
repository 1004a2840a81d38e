#include "harness/verify/control.hpp"

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

/// Between two looks for a message: at first nothing, then sleep, longer each time. It must not last:
/// a rank that has left a call may still have to send data for others that are in it.
class Pause {
 public:
  explicit Pause(const Board& board) : board_(board) {}

  /// Sleeps at most until the board is rung more often than that.
  void take(std::uint32_t rings) {
    if (++looks_ <= (board_.crowded() ? looks_awake_when_crowded : looks_awake)) return;
    board_.sleep(rings, sleep_);
    sleep_ = std::min(2 * sleep_, longest);
  }

 private:
  static constexpr int looks_awake = 1000;  // some 100 us
  static constexpr int looks_awake_when_crowded = 4;
  static constexpr std::chrono::microseconds longest{1000};

  const Board& board_;
  int looks_ = 0;
  std::chrono::microseconds sleep_{50};
};

}  // namespace

Control::Control(Board& board) : board_(board), comm_(duplicate_of_world()) {
  PMPI_Comm_rank(comm_.get(), &rank_);
  PMPI_Comm_size(comm_.get(), &ranks_);
}

std::string Control::receive(int from, int* tag) const {
  MPI_Status status;
  MPI_Message message;
  Pause pause(board_);
  while (true) {
    const auto rings = board_.rings();
    int found = 0;
    PMPI_Improbe(from, *tag, comm_.get(), &found, &message, &status);
    if (found) break;
    pause.take(rings);
  }
  int length = 0;
  PMPI_Get_count(&status, MPI_CHAR, &length);
  std::string text(static_cast<std::size_t>(length), '\0');
  PMPI_Mrecv(text.data(), length, MPI_CHAR, &message, MPI_STATUS_IGNORE);
  *tag = status.MPI_TAG;
  return text;
}

void Control::give(const Order& order) const {
  for (int to = 1; to < ranks_; ++to)
    send(order.text, to, static_cast<int>(order.kind), comm_.get());
  board_.ring();
}

Order Control::await() const {
  int tag = MPI_ANY_TAG;
  std::string text = receive(0, &tag);
  return {static_cast<Order::Kind>(tag), std::move(text)};
}

void Control::answer(const std::string& text) {
  send(text, 0, answer_tag, comm_.get());
  board_.post_answer(++answers_);
}

std::vector<std::string> Control::collect() {
  board_.post_answer(++answers_);
  std::vector<std::string> answers;
  for (int from = 1; from < ranks_; ++from) {
    int tag = answer_tag;
    answers.push_back(receive(from, &tag));
  }
  return answers;
}

}  // namespace tutti
