#include "optimized/overlap/input_copy.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "contract/datatype.hpp"

namespace tutti::overlap {
namespace {

/// Number of bytes that are copied in some 10 us; after each piece, data may be sent.
constexpr std::size_t piece_bytes = 65536;

/// A datatype that the program cannot free: `each` bytes per element instead of a datatype of its
/// own.
struct LastingType {
  explicit LastingType(MPI_Datatype given)
      : type(is_builtin(given) ? given : MPI_BYTE),
        each(is_builtin(given) ? 1 : packed_bytes(given)) {}
  MPI_Datatype type;
  std::int64_t each;
};

/// Returns whether this rank sends a block to itself, which only one step of a schedule reads.
bool keeps_block_for_itself(const Call& call) {
  const auto& about = traits(call.collective);
  return about.input.extent == Extent::blocks && about.output.extent == Extent::blocks &&
         call.send != MPI_IN_PLACE;
}

template <class Wide>
std::vector<Wide> multiples(const CountList<Wide>& list, int size, std::int64_t factor) {
  std::vector<Wide> values;
  for (int i = 0; i < size; ++i) values.push_back(list[i] * factor);
  return values;
}

}  // namespace

InputCopy::InputCopy(const Call& call, int rank, int ranks) : call_(call) {
  keep_receive_side(output_of(call, rank, ranks));
  const auto given = input_of(call, rank, ranks);
  if (given.size == 0) {
    is_complete_ = true;
    return;
  }
  const auto input = lay_out(given, given.size == ranks ? (rank + 1) % ranks : 0);
  if (keeps_block_for_itself(call) && !blocks_.back().source.empty())
    block_for_itself_ = blocks_.back().target;
  if (call.collective == Collective::bcast) {
    call_.receive = const_cast<void*>(input.address);
    return;
  }
  call_.send = input.address;
  call_.send_type = input.type;
  call_.send_count = input.block_elements;
  call_.send_counts = input.counts;
  call_.send_displacements = input.displacements;
}

void InputCopy::keep_receive_side(const TypedBlocks& output) {
  if (output.size == 0 || call_.receive == MPI_IN_PLACE) return;
  const LastingType lasting(output.type);
  call_.receive_type = lasting.type;
  if (output.counts) {
    call_.receive_counts = keep(counts_, multiples(output.counts, output.size, lasting.each));
    call_.receive_displacements =
        keep(displacements_, multiples(output.displacements, output.size, lasting.each));
  } else {
    call_.receive_count *= lasting.each;
  }
}

TypedBlocks InputCopy::lay_out(const TypedBlocks& input, int first) {
  const LastingType lasting(input.type);
  const std::int64_t element = packed_bytes(input.type);
  bytes_ = elements_in(input) * element;
  memory_ = PooledMemory(static_cast<std::size_t>(bytes_));
  std::byte* next = memory_.get();
  std::vector<MPI_Aint> displacements;
  for (int i = 0; i < input.size; ++i) {
    const TypedRun block = input.block(i);
    const auto bytes = static_cast<std::size_t>(block.count * element);
    if (i == first) first_ = next - memory_.get();
    displacements.push_back((next - memory_.get()) * lasting.each / element);
    blocks_.push_back({{block.address, bytes}, next});
    next += bytes;
  }
  std::ranges::rotate(blocks_, blocks_.begin() + first);
  TypedBlocks own = input;
  own.address = memory_.get();
  own.type = lasting.type;
  own.block_elements *= lasting.each;
  if (input.counts) {
    own.counts = keep(counts_, multiples(input.counts, input.size, lasting.each));
    own.displacements = keep(displacements_, std::move(displacements));
  }
  return own;
}

bool InputCopy::lies_in(Pages pages) const {
  return std::ranges::any_of(blocks_, [&](const Block& block) {
    return block.source.data() < pages.end &&
           block.source.data() + block.source.size() > pages.begin;
  });
}

bool InputCopy::copy_next() {
  while (next_ < blocks_.size() && blocks_[next_].source.empty()) ++next_;
  if (next_ == blocks_.size()) {
    is_complete_ = true;
    return false;
  }
  auto& [source, target] = blocks_[next_];
  if (target == block_for_itself_) return false;
  const auto bytes = std::min(source.size(), piece_bytes);
  assert(copied_ + static_cast<std::ptrdiff_t>(bytes) <= bytes_);
  std::memcpy(target, source.data(), bytes);
  source = source.subspan(bytes);
  target += bytes;
  copied_.fetch_add(static_cast<std::ptrdiff_t>(bytes), std::memory_order_release);
  return true;
}

void InputCopy::deliver_to(std::byte* address) {
  assert(block_for_itself_);
  blocks_.back().target = address;
  is_delivered_ = true;
}

void InputCopy::copy_all() {
  block_for_itself_ = nullptr;
  copy_available();
}

bool InputCopy::has(const std::byte* address, std::int64_t bytes) const {
  const std::ptrdiff_t offset = address - memory_.get();
  if (offset < 0 || offset >= bytes_) return true;
  const std::ptrdiff_t copied = copied_.load(std::memory_order_acquire);
  return copied == bytes_ || (offset - first_ + bytes_) % bytes_ + bytes <= copied;
}

}  // namespace tutti::overlap
