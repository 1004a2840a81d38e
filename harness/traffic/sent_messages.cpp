#include "harness/traffic/sent_messages.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cassert>

#include "harness/traffic/recorder.hpp"

namespace tutti {
namespace {

using Take = decltype(tutti_take_recorded_messages);

Take* recorder() {
  static Take* const take =
      reinterpret_cast<Take*>(dlsym(RTLD_DEFAULT, "tutti_take_recorded_messages"));
  return take;
}

std::vector<TuttiRecordedMessage> take_recorded() {
  std::vector<TuttiRecordedMessage> messages;
  // Other threads of the library may send meanwhile.
  for (auto count = recorder()(nullptr, 0); count > messages.size();) {
    messages.resize(count);
    count = recorder()(messages.data(), messages.size());
  }
  return messages;
}

}  // namespace

bool records_messages() { return recorder() != nullptr; }

SentMessages::SentMessages(MPI_Comm comm) {
  assert(records_messages());
  int rank = 0, ranks = 1;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &ranks);
  for (int distance = 1; distance < ranks; ++distance) {
    const int to = (rank + distance) % ranks, from = (rank + ranks - distance) % ranks;
    char sent = 0, received = 0;
    take_recorded();
    PMPI_Sendrecv(&sent, 1, MPI_BYTE, to, 0, &received, 1, MPI_BYTE, from, 0, comm,
                  MPI_STATUS_IGNORE);
    for (const auto& message : take_recorded())
      if (message.bytes == 1) ranks_[message.endpoint] = to;
  }
}

std::vector<SentMessage> SentMessages::take() {
  std::vector<SentMessage> sent;
  for (const auto& [endpoint, bytes] : take_recorded())
    if (const auto to = ranks_.find(endpoint); to != ranks_.end())
      sent.push_back({to->second, static_cast<std::int64_t>(bytes)});
  std::ranges::sort(sent);
  return sent;
}

}  // namespace tutti
