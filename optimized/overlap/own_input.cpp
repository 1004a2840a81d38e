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

/// The program may free a type of its own: its elements are so many bytes instead.
struct LastingType {
  explicit LastingType(MPI_Datatype given)
      : type(is_builtin(given) ? given : MPI_BYTE),
        each(is_builtin(given) ? 1 : static_cast<int>(packed_bytes(given))) {}
  MPI_Datatype type;
  int each;
};

std::vector<int> multiples(const int* first, int size, int factor) {
  std::vector<int> values(first, first + size);
  for (int& value : values) value *= factor;
  return values;
}

}  // namespace

OwnInput::OwnInput(const Call& call, int rank, int ranks) : call_(call) {
  keep_receive_side(output_of(call, rank, ranks));
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

void OwnInput::keep_receive_side(const TypedBlocks& output) {
  if (output.size == 0 || call_.receive == MPI_IN_PLACE) return;
  const LastingType lasting(output.type);
  call_.receive_type = lasting.type;
  if (output.counts) {
    call_.receive_counts = keep(multiples(output.counts, output.size, lasting.each));
    call_.receive_displacements = keep(multiples(output.displacements, output.size, lasting.each));
  } else {
    call_.receive_count *= lasting.each;
  }
}

TypedBlocks OwnInput::copy(const TypedBlocks& input) {
  const LastingType lasting(input.type);
  const std::int64_t element = packed_bytes(input.type);
  memory_ = KeptMemory(static_cast<std::size_t>(elements_in(input) * element));
  std::byte* next = memory_.get();
  std::vector<int> displacements;
  for (int i = 0; i < input.size; ++i) {
    const TypedRun block = input.block(i);
    displacements.push_back(static_cast<int>((next - memory_.get()) * lasting.each / element));
    if (block.count == 0) continue;
    std::memcpy(next, block.address, static_cast<std::size_t>(block.count * element));
    next += block.count * element;
  }
  TypedBlocks own = input;
  own.address = memory_.get();
  own.type = lasting.type;
  own.block_elements *= lasting.each;
  if (input.counts) {
    own.counts = keep(multiples(input.counts, input.size, lasting.each));
    own.displacements = keep(std::move(displacements));
  }
  return own;
}

}  // namespace tutti::overlap
