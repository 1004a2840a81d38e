// The receive buffer lies where a program's own machinery does: on its stack, among its variables.
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <thread>

#include "optimized/interpose/hostile/ways.hpp"

namespace hostile {

static constexpr std::byte kOwn{0x5A};

static Parcel parcel_of(int round) { return {late_rank(round), kEveryone, round}; }

static void bcast_into(Bytes data, int round) {
  if (rank() == late_rank(round)) fill(data, parcel_of(round));
  late_bcast(data.data(), data.size(), round);
}

[[gnu::noinline]] static void receive_on_stack(int round) {
  std::array<std::byte, 1024 * kKiB> data{};
  bcast_into(data, round);
  check(data, parcel_of(round));
}

/// Calls and returns go on within its pages.
[[gnu::noinline]] static void receive_little_on_stack(int round) {
  std::array<std::byte, 12 * kKiB> data{};
  bcast_into(data, round);
  check(data, parcel_of(round));
}

[[gnu::noinline]] static void receive_and_return(int round) {
  std::array<std::byte, kBlock> data{};
  bcast_into(data, round);
}

/// Where the other function had its data.
[[gnu::noinline]] static void use_stack() {
  std::array<std::byte, 2 * kBlock> data{};
  fill_with(data, kOwn);
  check_kept(data, kOwn);
}

static void leave_stack(int round) {
  receive_and_return(round);
  use_stack();
}

[[gnu::noinline]] static int depth_of(int calls) {
  volatile int used[64] = {calls};
  return calls == 0 ? 0 : depth_of(calls - 1) + (used[0] == calls ? 1 : 0);
}

/// Only calls use it.
static void leave_stack_to_calls(int round) {
  receive_and_return(round);
  require(depth_of(1000) == 1000, "calls go wrong");
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  require(depth_of(1000) == 1000, "calls go wrong");
  MPI_Barrier(MPI_COMM_WORLD);
}

[[gnu::noinline]] static void receive_and_throw(int round) {
  std::array<std::byte, kBlock> data{};
  bcast_into(data, round);
  if (round >= 0) throw round;
}

/// An exception unwinds it.
static void throw_from_stack(int round) {
  int caught = -1;
  try {
    receive_and_throw(round);
  } catch (int thrown) {
    caught = thrown;
  }
  require(caught == round, "an exception is lost");
  use_stack();
}

static void receive_in_bss(int round) {
  static std::array<std::byte, 1024 * kKiB> data;
  fill_with(data, kOwn);
  bcast_into(data, round);
  check(data, parcel_of(round));
}

static void receive_in_data(int round) {
  static std::array<std::byte, 64 * kKiB> data = {kOwn};
  bcast_into(data, round);
  check(data, parcel_of(round));
}

/// It lies beside what the C library keeps of the thread.
static void receive_in_thread_local(int round) {
  thread_local std::array<std::byte, 64 * kKiB> data;
  fill_with(data, kOwn);
  bcast_into(data, round);
  check(data, parcel_of(round));
}

/// Of a file, though what is written stays in memory.
static void receive_in_file(int round) {
  const std::size_t bytes = world_bytes(kBlock);
  std::FILE* const file = std::tmpfile();
  require(file && ftruncate(fileno(file), static_cast<off_t>(bytes)) == 0, "no temporary file");
  void* const start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, fileno(file), 0);
  require(start != MAP_FAILED, "no memory");
  const Bytes data(static_cast<std::byte*>(start), bytes);
  bcast_into(data, round);
  check(data, parcel_of(round));
  munmap(start, bytes);
  std::fclose(file);
}

std::span<const Way> placement_ways() {
  static constexpr Way ways[] = {
      {"on_stack", receive_on_stack},
      {"little_on_stack", receive_little_on_stack},
      {"stack_left", leave_stack},
      {"stack_left_to_calls", leave_stack_to_calls},
      {"thrown_from_stack", throw_from_stack},
      {"in_bss", receive_in_bss},
      {"in_data", receive_in_data},
      {"in_file", receive_in_file},
      {"in_thread_local", receive_in_thread_local},
  };
  return ways;
}

}  // namespace hostile
