// Cases in which the pages of the receive buffer are moved, unmapped, or get other access rights.
#include <sys/mman.h>
#include <unistd.h>

#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

static constexpr std::byte kOwn{0x5A};

static void receive_into(Bytes receive, int round) {
  Buffer send(receive.size());
  fill_for_all(send, round);
  late_alltoall(send.data(), receive.data(), receive.size() / static_cast<std::size_t>(ranks()),
                round);
}

static void unmap(int round) {
  Mapping pages(world_bytes(kBlock));
  void* const start = pages.bytes().data();
  const std::size_t bytes = pages.bytes().size();
  receive_into(pages.bytes(), round);
  pages.unmap();
  // No data may arrive at the old address any more.
  void* const again = mmap(start, bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  Buffer elsewhere(bytes);
  const Bytes data =
      again == MAP_FAILED ? Bytes(elsewhere) : Bytes(static_cast<std::byte*>(again), bytes);
  fill_with(data, kOwn);
  check_kept(data, kOwn);
  if (again != MAP_FAILED) munmap(again, bytes);
}

static void unmap_half(int round) {
  Mapping pages(world_bytes(kBlock));
  receive_into(pages.bytes(), round);
  const Bytes first = pages.bytes().first(kBlock), rest = pages.bytes().subspan(kBlock);
  if (!rest.empty()) munmap(rest.data(), rest.size());
  pages.moved(first.data(), first.size());
  check(first, {0, rank(), round});
}

static void map_over(int round) {
  const Mapping pages(world_bytes(kBlock));
  receive_into(pages.bytes(), round);
  void* const over = mmap(pages.bytes().data(), pages.bytes().size(), PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  require(over == pages.bytes().data(), "mmap fails");
  check_kept(pages.bytes(), std::byte{0});
}

static void remap_larger(int round) {
  Mapping pages(world_bytes(kBlock));
  const std::size_t bytes = pages.bytes().size();
  receive_into(pages.bytes(), round);
  void* const start = mremap(pages.bytes().data(), bytes, 2 * bytes, MREMAP_MAYMOVE);
  require(start != MAP_FAILED, "mremap fails");
  pages.moved(start, 2 * bytes);
  check_from_all(pages.bytes().first(bytes), round);
  demand(first_wrong_byte(pages.bytes().subspan(bytes), std::byte{0}));
}

/// Enlarges the mapping, which has to move, since there is other memory behind it. (A call with a
/// target address would do as well, but UCX, where it watches the call, loses that argument.)
static void remap_elsewhere(int round) {
  Mapping pages(2 * world_bytes(kBlock));
  const std::size_t bytes = world_bytes(kBlock);
  const Bytes receive = pages.bytes().first(bytes), behind = pages.bytes().subspan(bytes);
  fill_with(behind, kOwn);
  receive_into(receive, round);
  void* const start = mremap(receive.data(), bytes, 2 * bytes, MREMAP_MAYMOVE);
  require(start != MAP_FAILED && start != receive.data(), "mremap fails");
  pages.moved(behind.data(), behind.size());
  check_from_all({static_cast<std::byte*>(start), bytes}, round);
  demand(first_wrong_byte(behind, kOwn));
  munmap(start, 2 * bytes);
}

static void remap_smaller(int round) {
  Mapping pages(world_bytes(kBlock));
  receive_into(pages.bytes(), round);
  void* const start = mremap(pages.bytes().data(), pages.bytes().size(), kBlock, 0);
  require(start != MAP_FAILED, "mremap fails");
  pages.moved(start, kBlock);
  check(pages.bytes(), {0, rank(), round});
}

static void protect(Bytes pages, int access) {
  require(mprotect(pages.data(), pages.size(), access) == 0, "mprotect fails");
}

static void make_read_only(int round) {
  const Mapping pages(world_bytes(kBlock));
  receive_into(pages.bytes(), round);
  protect(pages.bytes(), PROT_READ);
  check_from_all(pages.bytes(), round);
}

static void close_and_open(int round) {
  const Mapping pages(world_bytes(kBlock));
  receive_into(pages.bytes(), round);
  protect(pages.bytes(), PROT_NONE);
  protect(pages.bytes(), PROT_READ | PROT_WRITE);
  check_from_all(pages.bytes(), round);
}

/// Discards the data by madvise().
static void give_up(int round) {
  const Mapping pages(world_bytes(kBlock));
  receive_into(pages.bytes(), round);
  require(madvise(pages.bytes().data(), pages.bytes().size(), MADV_DONTNEED) == 0, "madvise fails");
  check_kept(pages.bytes(), std::byte{0});
}

static void lock(int round) {
  const Mapping pages(world_bytes(kBlock));
  receive_into(pages.bytes(), round);
  require(mlock(pages.bytes().data(), pages.bytes().size()) == 0, "mlock fails");
  check_from_all(pages.bytes(), round);
}

/// Receives into pages that were never accessed.
static void receive_untouched(int round) {
  const Mapping pages(world_bytes(kLargeBlock));
  receive_into(pages.bytes(), round);
  check_from_all(pages.bytes(), round);
}

/// Reads the same memory at a second address, which the collective does not know.
static void read_through_alias(int round) {
  const int memory = memfd_create("tutti", 0);
  const std::size_t bytes = world_bytes(kBlock);
  require(memory >= 0 && ftruncate(memory, static_cast<off_t>(bytes)) == 0, "no memory");
  const auto map = [=] {
    void* const start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    require(start != MAP_FAILED, "no memory");
    return Bytes(static_cast<std::byte*>(start), bytes);
  };
  const Bytes receive = map(), alias = map();
  receive_into(receive, round);
  check_from_all(alias, round);
  check_from_all(receive, round);
  munmap(receive.data(), bytes);
  munmap(alias.data(), bytes);
  close(memory);
}

std::span<const TestCase> mapping_cases() {
  static constexpr TestCase test_cases[] = {
      {"unmapped", unmap},
      {"half_unmapped", unmap_half},
      {"mapped_over", map_over},
      {"remapped_larger", remap_larger},
      {"remapped_elsewhere", remap_elsewhere},
      {"remapped_smaller", remap_smaller},
      {"made_read_only", make_read_only},
      {"closed_and_opened", close_and_open},
      {"given_up", give_up},
      {"locked", lock},
      {"untouched_pages", receive_untouched},
      {"read_through_alias", read_through_alias},
  };
  return test_cases;
}

}  // namespace overlap_tests
