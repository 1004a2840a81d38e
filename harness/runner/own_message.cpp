#include "harness/runner/own_message.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tutti {
namespace {

constexpr int tag = 3;

}  // namespace

OwnMessage::OwnMessage(const Case& test, const Place& place, MPI_Comm comm)
    : when_(test.own_messages),
      place_(place),
      seed_(static_cast<int>(test.seed % 1000)),
      comm_(comm),
      sent_(message_of(place.rank)) {
  const auto length = static_cast<int>(sent_.size());
  if (when_ == OwnMessages::awaited)
    MPI_Irecv(received_.data(), length, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm_, &request_);
  if (when_ == OwnMessages::sent)
    MPI_Isend(sent_.data(), length, MPI_INT, next(), tag, comm_, &request_);
}

OwnMessage::~OwnMessage() {
  if (request_ == MPI_REQUEST_NULL) return;
  if (when_ == OwnMessages::awaited) PMPI_Cancel(&request_);
  PMPI_Wait(&request_, MPI_STATUS_IGNORE);  // a message this short is sent without its receiver
}

OwnMessage::Message OwnMessage::message_of(int rank) const {
  return {seed_, place_.communicator, rank, -rank};
}

std::optional<std::string> OwnMessage::complete() {
  if (when_ == OwnMessages::none) return std::nullopt;
  const auto length = static_cast<int>(sent_.size());
  MPI_Status status{};
  if (when_ == OwnMessages::awaited) {
    MPI_Send(sent_.data(), length, MPI_INT, next(), tag, comm_);
    MPI_Wait(&request_, &status);
  } else {
    MPI_Recv(received_.data(), length, MPI_INT, previous(), tag, comm_, &status);
    MPI_Wait(&request_, MPI_STATUS_IGNORE);
  }
  const Message expected = message_of(previous());
  if (received_ == expected && status.MPI_SOURCE == previous() && status.MPI_TAG == tag)
    return std::nullopt;
  return fmt::format("expected {} from rank {} with tag {}, got {} from rank {} with tag {}",
                     expected, previous(), tag, received_, status.MPI_SOURCE, status.MPI_TAG);
}

}  // namespace tutti
