// Cases in which the receive buffer is freed or resized directly after the collective.
#include <malloc.h>

#include <cstdlib>
#include <utility>

#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

static constexpr std::byte kOwn{0x5A};

static std::byte* allocate(std::size_t bytes) {
  auto* const memory = static_cast<std::byte*>(std::malloc(bytes));
  require(memory != nullptr, "no memory");
  fill_with({memory, bytes}, std::byte{0xAA});
  return memory;
}

/// Runs a late alltoall into allocated memory.
static std::byte* receive_into(std::byte* memory, std::size_t bytes_each, int round) {
  Buffer send(world_bytes(bytes_each));
  fill_for_all(send, round);
  late_alltoall(send.data(), memory, bytes_each, round);
  return memory;
}

static std::byte* received(std::size_t bytes_each, int round) {
  return receive_into(allocate(world_bytes(bytes_each)), bytes_each, round);
}

/// Frees the buffer: no data may arrive in memory that the program has allocated again.
static void free_at_once(std::size_t bytes_each, int round) {
  std::free(received(bytes_each, round));
  std::byte* const again = allocate(world_bytes(bytes_each));
  const Bytes data{again, world_bytes(bytes_each)};
  fill_with(data, kOwn);
  check_kept(data, kOwn);
  std::free(again);
}

static void free_small(int round) { free_at_once(8 * kKiB, round); }
static void free_large(int round) { free_at_once(kLargeBlock, round); }

/// Gives large allocations pages of their own, also after the allocator has seen some of them
/// freed.
static void map_large() { mallopt(M_MMAP_THRESHOLD, static_cast<int>(1024 * kKiB)); }

static void free_mapped(int round) {
  map_large();
  free_at_once(kLargeBlock, round);
}

/// Frees the buffer, and returns the end of the heap to the kernel.
static void trim(int round) {
  std::free(received(32 * kKiB, round));
  malloc_trim(0);
  std::byte* const again = allocate(world_bytes(32 * kKiB));
  const Bytes data{again, world_bytes(32 * kKiB)};
  fill_with(data, kOwn);
  check_kept(data, kOwn);
  std::free(again);
}

/// Allocates and frees other memory beside the buffer, which may share its pages.
static void allocate_around(int round) {
  std::byte* const before = allocate(100);
  std::byte* const memory = allocate(world_bytes(32 * kKiB));
  std::byte* const behind = allocate(100);
  receive_into(memory, 32 * kKiB, round);
  std::free(before);
  std::free(behind);
  Buffer other(100, kOwn), another(5000, kOwn);
  check_from_all({memory, world_bytes(32 * kKiB)}, round);
  demand(first_wrong_byte(other, kOwn));
  demand(first_wrong_byte(another, kOwn));
  std::free(memory);
}

static void grow(std::size_t bytes_each, int round) {
  const std::size_t bytes = world_bytes(bytes_each);
  auto* const grown = static_cast<std::byte*>(std::realloc(received(bytes_each, round), 2 * bytes));
  fill_with({grown + bytes, bytes}, kOwn);
  check_from_all({grown, bytes}, round);
  demand(first_wrong_byte({grown + bytes, bytes}, kOwn));
  std::free(grown);
}

static void grow_small(int round) { grow(8 * kKiB, round); }
static void grow_large(int round) { grow(kLargeBlock, round); }

static void grow_mapped(int round) {
  map_large();
  grow(kLargeBlock, round);
}

/// Shrinks the buffer to the first sender's block.
static void shrink(std::size_t bytes_each, int round) {
  auto* const shrunk =
      static_cast<std::byte*>(std::realloc(received(bytes_each, round), bytes_each));
  const Buffer other(world_bytes(bytes_each) - bytes_each, kOwn);
  check({shrunk, bytes_each}, {0, rank(), round});
  demand(first_wrong_byte(other, kOwn));
  std::free(shrunk);
}

static void shrink_small(int round) { shrink(8 * kKiB, round); }
static void shrink_large(int round) { shrink(kLargeBlock, round); }

static void shrink_mapped(int round) {
  map_large();
  shrink(kLargeBlock, round);
}

static void grow_vector(int round) {
  Exchange exchange(kBlock, round);
  exchange.receive.resize(4 * exchange.receive.size(), kOwn);
  const auto [data, rest] = std::pair(ConstBytes(exchange.receive).first(world_bytes(kBlock)),
                                      ConstBytes(exchange.receive).subspan(world_bytes(kBlock)));
  check_from_all(data, round);
  demand(first_wrong_byte(rest, kOwn));
}

static void allocated_by_mpi(int round) {
  void* memory = nullptr;
  MPI_Alloc_mem(static_cast<MPI_Aint>(world_bytes(kBlock)), MPI_INFO_NULL, &memory);
  receive_into(static_cast<std::byte*>(memory), kBlock, round);
  check_from_all({static_cast<std::byte*>(memory), world_bytes(kBlock)}, round);
  MPI_Free_mem(memory);
}

static void freed_by_mpi(int round) {
  void* memory = nullptr;
  MPI_Alloc_mem(static_cast<MPI_Aint>(world_bytes(kBlock)), MPI_INFO_NULL, &memory);
  receive_into(static_cast<std::byte*>(memory), kBlock, round);
  MPI_Free_mem(memory);
  const Buffer again(world_bytes(kBlock), kOwn);
  check_kept(again, kOwn);
}

std::span<const TestCase> allocation_cases() {
  static constexpr TestCase test_cases[] = {
      {"small_buffer_freed", free_small},
      {"large_buffer_freed", free_large},
      {"heap_trimmed", trim},
      {"neighbors_freed_and_allocated", allocate_around},
      {"small_buffer_grown", grow_small},
      {"large_buffer_grown", grow_large},
      {"small_buffer_shrunk", shrink_small},
      {"large_buffer_shrunk", shrink_large},
      {"vector_grown", grow_vector},
      {"allocated_by_mpi", allocated_by_mpi},
      {"freed_by_mpi", freed_by_mpi},
      // Last, since the allocator's setting stays.
      {"mapped_buffer_freed", free_mapped},
      {"mapped_buffer_grown", grow_mapped},
      {"mapped_buffer_shrunk", shrink_mapped},
  };
  return test_cases;
}

}  // namespace overlap_tests
