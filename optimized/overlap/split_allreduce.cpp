#include "optimized/overlap/split_allreduce.hpp"

#include <cstring>

#include "contract/datatype.hpp"
#include "contract/typed_blocks.hpp"

namespace tutti::overlap {
namespace {

/// Returns the number of elements of each end: at least a page, since no partial page is larger.
std::int64_t end_elements(const Call& call) {
  const auto element = static_cast<std::size_t>(packed_bytes(call.receive_type));
  return static_cast<std::int64_t>((page_bytes() + element - 1) / element);
}

std::ptrdiff_t bytes_of(const Call& call, std::int64_t elements) {
  return elements * packed_bytes(call.receive_type);
}

}  // namespace

bool SplitAllreduce::leaves_middle(const Call& call) {
  return is_packed(call.receive_type) && call.receive_count > 2 * end_elements(call);
}

SplitAllreduce::SplitAllreduce(const Call& call, int rank, int ranks)
    : call_(call),
      end_bytes_(bytes_of(call, end_elements(call))),
      all_bytes_(bytes_of(call, call.receive_count)),
      input_(static_cast<const std::byte*>(input_of(call, rank, ranks).address)),
      sent_(static_cast<std::size_t>(2 * end_bytes_)),
      received_(static_cast<std::size_t>(2 * end_bytes_)) {
  const auto bytes = static_cast<std::size_t>(end_bytes_);
  std::memcpy(sent_.get(), input_, bytes);
  std::memcpy(sent_.get() + end_bytes_, input_ + all_bytes_ - end_bytes_, bytes);
}

Call SplitAllreduce::ends() const {
  Call call = call_;
  call.send = sent_.get();
  call.receive = received_.get();
  call.receive_count = 2 * end_elements(call_);
  return call;
}

void SplitAllreduce::hand_over_ends() const {
  const auto bytes = static_cast<std::size_t>(end_bytes_);
  std::memcpy(received().begin, received_.get(), bytes);
  std::memcpy(received().end - end_bytes_, received_.get() + end_bytes_, bytes);
}

Call SplitAllreduce::middle() const {
  Call call = call_;
  if (call.send != MPI_IN_PLACE) call.send = input_ + end_bytes_;
  call.receive = received().begin + end_bytes_;
  call.receive_count = call_.receive_count - 2 * end_elements(call_);
  return call;
}

Bytes SplitAllreduce::received() const {
  auto* const begin = static_cast<std::byte*>(call_.receive);
  return {begin, begin + all_bytes_};
}

}  // namespace tutti::overlap
