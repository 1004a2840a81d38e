// Cases in which child processes get the memory while data are in flight.
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

/// Starts a child process that succeeds if right() does. It does not call MPI.
template <class Right>
static pid_t fork_to(const Right& right) {
  const pid_t child = fork();
  require(child >= 0, "fork fails");
  if (child == 0) _exit(right() ? EXIT_SUCCESS : EXIT_FAILURE);
  return child;
}

static void demand_of(pid_t child) {
  int status = -1;
  require(waitpid(child, &status, 0) == child, "the child is lost");
  require(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child's data are wrong");
}

static bool is_right(const Exchange& exchange) {
  return !first_wrong_from_all(exchange.receive, rank(), exchange.round);
}

/// Reads in a child while the parent only waits: no other process can fetch the child's data.
static void read_in_child(int round) {
  const Exchange exchange(kBlock, round);
  demand_of(fork_to([&] { return is_right(exchange); }));
  exchange.check();
}

static void read_in_both(int round) {
  const Exchange exchange(kLargeBlock, round);
  const pid_t child = fork_to([&] { return is_right(exchange); });
  exchange.check();
  demand_of(child);
}

/// Writes and frees in a child, whose memory is its own: the parent must not be affected.
static void write_in_child(int round) {
  Exchange exchange(kBlock, round);
  const pid_t child = fork_to([&] {
    const bool right = is_right(exchange);
    fill_with(exchange.receive, std::byte{0x5A});
    exchange.receive = Buffer();
    return right;
  });
  exchange.check();
  demand_of(child);
}

static void grandchild_reads(int round) {
  const Exchange exchange(kBlock, round);
  demand_of(fork_to([&] {
    const pid_t grandchild = fork();
    if (grandchild == 0) _exit(is_right(exchange) ? EXIT_SUCCESS : EXIT_FAILURE);
    int status = -1;
    return waitpid(grandchild, &status, 0) == grandchild && status == 0 && is_right(exchange);
  }));
  exchange.check();
}

/// Writes in the parent while the child reads.
static void parent_overwrites(int round) {
  Exchange exchange(kBlock, round);
  const pid_t child = fork_to([&] { return is_right(exchange); });
  fill_with(exchange.receive, std::byte{0x5A});
  demand_of(child);
  check_kept(exchange.receive, std::byte{0x5A});
}

static void run_command(int round) {
  const Exchange exchange(kLargeBlock, round);
  require(std::system("true") == 0, "system fails");
  exchange.check();
}

static void spawn_command(int round) {
  const Exchange exchange(kLargeBlock, round);
  std::array<char, 5> name = {"true"};
  std::array<char*, 2> arguments = {name.data(), nullptr};
  pid_t child = -1;
  require(posix_spawnp(&child, "true", nullptr, nullptr, arguments.data(), environ) == 0,
          "posix_spawn fails");
  exchange.check();
  demand_of(child);
}

/// Receives into pages that two processes share; the one that calls no collective reads after a
/// message.
static void child_shares(int round) {
  const std::size_t bytes = world_bytes(kBlock);
  void* const start =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  require(start != MAP_FAILED, "no memory");
  const Bytes receive(static_cast<std::byte*>(start), bytes);
  std::array<int, 2> ends{};
  require(pipe(ends.data()) == 0, "no pipe");
  const pid_t child = fork_to([&] {
    char now = 0;
    return read(ends[0], &now, 1) == 1 && !first_wrong_from_all(receive, rank(), round);
  });
  Buffer send(bytes);
  fill_for_all(send, round);
  late_alltoall(send.data(), receive.data(), kBlock, round);
  require(write(ends[1], "", 1) == 1, "write fails");
  demand_of(child);
  check_from_all(receive, round);
  for (const int end : ends) close(end);
  munmap(start, bytes);
}

std::span<const TestCase> process_cases() {
  static constexpr TestCase test_cases[] = {
      {"read_in_child", read_in_child},
      {"read_in_parent_and_child", read_in_both},
      {"written_in_child", write_in_child},
      {"read_in_grandchild", grandchild_reads},
      {"overwritten_before_child_reads", parent_overwrites},
      {"system_at_once", run_command},
      {"spawn_at_once", spawn_command},
      {"shared_with_child", child_shares},
  };
  return test_cases;
}

}  // namespace overlap_tests
