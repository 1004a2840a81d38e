#include "optimized/overlap/wait_for_call_buffers.hpp"

#include "contract/mpi_error.hpp"
#include "contract/typed_blocks.hpp"
#include "optimized/overlap/protected_pages.hpp"

namespace tutti::overlap {
namespace {

void wait_until_accessible(const TypedBlocks& blocks) {
  for (int i = 0; i < blocks.size; ++i) {
    const TypedRun block = blocks.block(i);
    overlap::wait_until_accessible(block.address, block.count, block.type);
  }
}

}  // namespace

void wait_until_accessible(const Call& call, int rank, int sent_blocks, int received_blocks) {
  if (!any_protected()) return;
  wait_until_accessible(input_of(call, rank, sent_blocks));
  wait_until_accessible(output_of(call, rank, received_blocks));
}

void wait_until_receive_blocks_accessible(const Call& call, int rank, int ranks) {
  if (any_protected()) wait_until_accessible(output_of(call, rank, ranks));
}

void wait_until_accessible(const void* address, std::int64_t count, MPI_Datatype type) {
  if (!any_protected() || count <= 0) return;
  MPI_Aint lower = 0, extent = 0, true_lower = 0, true_extent = 0;
  check(PMPI_Type_get_extent(type, &lower, &extent));
  check(PMPI_Type_get_true_extent(type, &true_lower, &true_extent));
  const auto* const first = static_cast<const std::byte*>(address) + true_lower;
  wait_until_accessible(first, static_cast<std::size_t>((count - 1) * extent + true_extent));
}

}  // namespace tutti::overlap
