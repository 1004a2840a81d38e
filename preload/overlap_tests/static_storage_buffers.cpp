// Cases in which the receive buffer lies among the program's variables.
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdio>

#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

static constexpr std::byte kOwn{0x5A};

static void receive_in_bss(int round) {
  static std::array<std::byte, 1024 * kKiB> data;
  fill_with(data, kOwn);
  bcast_from_late(data, round);
  check(data, parcel_of_late(round));
}

static void receive_in_data(int round) {
  static std::array<std::byte, 64 * kKiB> data = {kOwn};
  bcast_from_late(data, round);
  check(data, parcel_of_late(round));
}

/// Receives beside what the C library stores for the thread.
static void receive_in_thread_local(int round) {
  thread_local std::array<std::byte, 64 * kKiB> data;
  fill_with(data, kOwn);
  bcast_from_late(data, round);
  check(data, parcel_of_late(round));
}

/// Receives into a private mapping of a file, whose changes stay in memory.
static void receive_in_file(int round) {
  const std::size_t bytes = world_bytes(kBlock);
  std::FILE* const file = std::tmpfile();
  require(file && ftruncate(fileno(file), static_cast<off_t>(bytes)) == 0, "no temporary file");
  void* const start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, fileno(file), 0);
  require(start != MAP_FAILED, "no memory");
  const Bytes data(static_cast<std::byte*>(start), bytes);
  bcast_from_late(data, round);
  check(data, parcel_of_late(round));
  munmap(start, bytes);
  std::fclose(file);
}

std::span<const TestCase> placement_cases() {
  static constexpr TestCase test_cases[] = {
      {"in_bss", receive_in_bss},
      {"in_data", receive_in_data},
      {"in_file", receive_in_file},
      {"in_thread_local", receive_in_thread_local},
  };
  return test_cases;
}

}  // namespace overlap_tests
