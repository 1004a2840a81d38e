#include "properties/collective_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace tutti {
namespace {

/// The value with which receive buffers are filled before a call.
constexpr std::uint32_t untouched = 0;

}  // namespace

Values CollectiveCalls::run(Collective collective, const Values& send, std::size_t send_count,
                            std::size_t receive_count, int blocks) {
  Values receive(receive_count * static_cast<std::size_t>(blocks), untouched);
  const int code = run_(Call{.collective = collective,
                             .send = send.data(),
                             .send_count = static_cast<int>(send_count),
                             .send_type = MPI_UINT32_T,
                             .receive = receive.data(),
                             .receive_count = static_cast<int>(receive_count),
                             .receive_type = MPI_UINT32_T,
                             .op = MPI_SUM,
                             .root = root_});
  if (error_ == MPI_SUCCESS) error_ = code;
  return receive;
}

Values CollectiveCalls::values(int blocks) const {
  std::mt19937 random(static_cast<std::uint32_t>(seed_ * 7919 + static_cast<unsigned>(rank_)));
  Values values(static_cast<std::size_t>(blocks * count_));
  std::generate(values.begin(), values.end(), std::ref(random));
  return values;
}

Values CollectiveCalls::allgather(const Values& block) {
  return run(Collective::allgather, block, block.size(), block.size(), ranks_);
}

Values CollectiveCalls::allreduce(const Values& input) {
  return run(Collective::allreduce, input, input.size(), input.size(), 1);
}

Values CollectiveCalls::alltoall(const Values& blocks) {
  const std::size_t size = blocks.size() / static_cast<std::size_t>(ranks_);
  return run(Collective::alltoall, blocks, size, size, ranks_);
}

Values CollectiveCalls::bcast(const Values& message) {
  Values buffer = message;
  const int code = run_(Call{.collective = Collective::bcast,
                             .receive = buffer.data(),
                             .receive_count = static_cast<int>(buffer.size()),
                             .receive_type = MPI_UINT32_T,
                             .root = root_});
  if (error_ == MPI_SUCCESS) error_ = code;
  return buffer;
}

Values CollectiveCalls::exscan(const Values& input) {
  Values result = run(Collective::exscan, input, input.size(), input.size(), 1);
  if (rank_ == 0) std::fill(result.begin(), result.end(), untouched);  // undefined in MPI
  return result;
}

Values CollectiveCalls::gather(const Values& block) {
  Values gathered = run(Collective::gather, block, block.size(), block.size(), ranks_);
  return rank_ == root_ ? gathered : Values{};
}

Values CollectiveCalls::reduce(const Values& input) {
  Values reduced = run(Collective::reduce, input, input.size(), input.size(), 1);
  return rank_ == root_ ? reduced : Values{};
}

Values CollectiveCalls::reduce_scatter_block(const Values& blocks) {
  return run(Collective::reduce_scatter_block, blocks, blocks.size(),
             static_cast<std::size_t>(count_), 1);
}

Values CollectiveCalls::scan(const Values& input) {
  return run(Collective::scan, input, input.size(), input.size(), 1);
}

Values CollectiveCalls::scatter(const Values& blocks) {
  return run(Collective::scatter, blocks, static_cast<std::size_t>(count_),
             static_cast<std::size_t>(count_), 1);
}

std::optional<std::string> compare(const Values& left, const Values& right) {
  if (left.size() != right.size())
    return fmt::format("{} values on the left, {} on the right", left.size(), right.size());
  const auto [a, b] = std::mismatch(left.begin(), left.end(), right.begin());
  if (a == left.end()) return std::nullopt;
  return fmt::format("value {}: {} on the left, {} on the right", a - left.begin(), *a, *b);
}

}  // namespace tutti
