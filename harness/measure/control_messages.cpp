#include "harness/measure/control_messages.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "contract/error.hpp"

namespace tutti {
namespace {

constexpr int tag = 0;
constexpr int looks_before_sleep = 200;  // an immediate answer must not cost a sleep
constexpr auto nap = std::chrono::microseconds(50);
constexpr auto nap_max = std::chrono::microseconds(1000);

template <class Value>
std::vector<char> packed(std::span<const Value> values) {
  std::vector<char> bytes(values.size_bytes());
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::vector<double> unpacked(const std::vector<char>& bytes) {
  std::vector<double> values(bytes.size() / sizeof(double));
  if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

}  // namespace

Exchange::Exchange(MPI_Comm comm) {
  PMPI_Comm_dup(comm, &comm_);
  PMPI_Comm_rank(comm_, &rank_);
  PMPI_Comm_size(comm_, &ranks_);
}

Exchange::~Exchange() { PMPI_Comm_free(&comm_); }

void Exchange::send(int target, std::span<const char> bytes) const {
  PMPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, target, tag, comm_);
}

bool Exchange::probe(int rank, MPI_Status* status) const {
  int arrived = 0;
  PMPI_Iprobe(rank, tag, comm_, &arrived, status);
  return arrived != 0;
}

void Exchange::wait_for_message(int rank) const {
  auto next_nap = nap;
  for (int look = 0; !has_message(rank); ++look) {
    if (look <= looks_before_sleep) continue;
    std::this_thread::sleep_for(next_nap);
    next_nap = std::min(2 * next_nap, nap_max);
  }
}

std::vector<char> Exchange::receive(int source) const {
  MPI_Status status;
  for (int look = 0; !probe(source, &status); ++look)
    if (look > looks_before_sleep) std::this_thread::sleep_for(nap);
  int size = 0;
  PMPI_Get_count(&status, MPI_BYTE, &size);
  std::vector<char> bytes(static_cast<std::size_t>(size));
  PMPI_Recv(bytes.data(), size, MPI_BYTE, source, tag, comm_, MPI_STATUS_IGNORE);
  return bytes;
}

std::vector<char> Exchange::share_bytes(std::vector<char> bytes) const {
  if (rank_ != 0) return receive(0);
  for (int rank = 1; rank < ranks_; ++rank) send(rank, bytes);
  return bytes;
}

std::vector<double> Exchange::share_values(std::vector<double> values) const {
  return unpacked(share_bytes(packed(std::span<const double>(values))));
}

std::string Exchange::share_text(const std::string& text) const {
  const auto bytes = share_bytes({text.begin(), text.end()});
  return {bytes.begin(), bytes.end()};
}

std::vector<std::vector<double>> Exchange::collect(std::span<const double> values) const {
  if (rank_ != 0) {
    send(0, packed(values));
    return {};
  }
  std::vector<std::vector<double>> all{{values.begin(), values.end()}};
  for (int rank = 1; rank < ranks_; ++rank) all.push_back(unpacked(receive(rank)));
  return all;
}

std::vector<std::string> Exchange::collect(const std::string& text) const {
  if (rank_ != 0) {
    send(0, text);
    return {};
  }
  std::vector<std::string> all{text};
  for (int rank = 1; rank < ranks_; ++rank) {
    const auto bytes = receive(rank);
    all.emplace_back(bytes.begin(), bytes.end());
  }
  return all;
}

bool Exchange::all(bool value) const {
  const double number = value ? 1 : 0;
  const auto everyone = collect(std::span(&number, 1));
  return share_flag(std::all_of(everyone.begin(), everyone.end(),
                                [](const std::vector<double>& one) { return one[0] != 0; }));
}

void Exchange::run_at_rank_0(const std::function<void()>& action) const {
  std::string complaint;
  bool is_usage = false;
  try {
    if (rank_ == 0) action();
  } catch (const UsageError& error) {
    complaint = error.what();
    is_usage = true;
  } catch (const CannotRun& error) {
    complaint = error.what();
  }
  complaint = share_text(complaint);
  if (complaint.empty()) return;
  if (share_flag(is_usage)) throw UsageError(complaint);
  throw CannotRun(complaint);
}

}  // namespace tutti
