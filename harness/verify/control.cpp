#include "harness/verify/control.hpp"

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

std::string receive(int from, int* tag, MPI_Comm comm) {
  MPI_Status status;
  MPI_Message message;
  PMPI_Mprobe(from, *tag, comm, &message, &status);
  int length = 0;
  PMPI_Get_count(&status, MPI_CHAR, &length);
  std::string text(static_cast<std::size_t>(length), '\0');
  PMPI_Mrecv(text.data(), length, MPI_CHAR, &message, MPI_STATUS_IGNORE);
  *tag = status.MPI_TAG;
  return text;
}

}  // namespace

Control::Control() : comm_(duplicate_of_world()) {
  PMPI_Comm_rank(comm_.get(), &rank_);
  PMPI_Comm_size(comm_.get(), &ranks_);
}

void Control::give(const Order& order) const {
  for (int to = 1; to < ranks_; ++to)
    send(order.text, to, static_cast<int>(order.kind), comm_.get());
}

Order Control::await() const {
  int tag = MPI_ANY_TAG;
  std::string text = receive(0, &tag, comm_.get());
  return {static_cast<Order::Kind>(tag), std::move(text)};
}

void Control::answer(const std::string& text) const { send(text, 0, answer_tag, comm_.get()); }

std::vector<std::string> Control::collect() const {
  std::vector<std::string> answers;
  for (int from = 1; from < ranks_; ++from) {
    int tag = answer_tag;
    answers.push_back(receive(from, &tag, comm_.get()));
  }
  return answers;
}

}  // namespace tutti
