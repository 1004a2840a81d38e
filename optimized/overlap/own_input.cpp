#include "optimized/overlap/own_input.hpp"

#include <cstring>

#include "contract/datatype.hpp"

namespace tutti::overlap {
namespace {

std::int64_t elements_in(const TypedBlocks& blocks) {
  std::int64_t elements = 0;
  for (int i = 0; i < blocks.size; ++i) elements += blocks.block(i).count;
  return elements;
}

std::vector<int> values(const int* first, int size) { return {first, first + size}; }

}  // namespace

OwnInput::OwnInput(const Call& call, int rank, int ranks) : call_(call) {
  const auto output = output_of(call, rank, ranks);
  if (output.counts) {
    call_.receive_counts = keep(values(output.counts, output.size));
    call_.receive_displacements = keep(values(output.displacements, output.size));
  }
  if (input_of(call, rank, ranks).size == 0) return;
  const auto input = copy(input_of(call, rank, ranks));
  if (call.collective == Collective::bcast) {
    call_.receive = const_cast<void*>(input.address);
    return;
  }
  call_.send = input.address;
  call_.send_type = input.type;
  call_.send_count = static_cast<int>(input.block_elements);
  call_.send_counts = input.counts;
  call_.send_displacements = input.displacements;
}

TypedBlocks OwnInput::copy(const TypedBlocks& input) {
  const std::int64_t element = packed_bytes(input.type);
  memory_ = KeptMemory(static_cast<std::size_t>(elements_in(input) * element));
  std::byte* next = memory_.get();
  std::vector<int> displacements;
  for (int i = 0; i < input.size; ++i) {
    const TypedRun block = input.block(i);
    displacements.push_back(static_cast<int>((next - memory_.get()) / element));
    if (block.count == 0) continue;
    std::memcpy(next, block.address, static_cast<std::size_t>(block.count * element));
    next += block.count * element;
  }
  TypedBlocks own = input;
  own.address = memory_.get();
  if (input.counts) {
    own.counts = keep(values(input.counts, input.size));
    own.displacements = keep(std::move(displacements));
  }
  return own;
}

}  // namespace tutti::overlap
