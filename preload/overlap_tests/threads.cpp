// Cases in which threads access the receive buffer. Only the main thread calls MPI, as it declares
// to MPI_Init_thread.
#include <pthread.h>

#include <array>
#include <atomic>
#include <csignal>
#include <thread>

#include "preload/overlap_tests/reader.hpp"
#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

static constexpr std::byte kOwn{0x5A};

/// Computes until `done`, without calling any function.
static void compute_until(const std::atomic<bool>& done) {
  volatile double value = 1;
  while (!done)
    for (int i = 0; i < 1000; ++i) value = value * 1.0001 + 0.5;
}

static void read_by_thread(int round) {
  const Exchange exchange(kLargeBlock, round);
  Reader reader([&] { return first_wrong_from_all(exchange.receive, rank(), round); });
  compute_until(reader.done());
  reader.finish();
  exchange.check();
}

/// Reads in a thread that was started before the collective, and that is notified.
static void read_by_older_thread(int round) {
  std::atomic<bool> ready = false;
  Buffer receive(world_bytes(kBlock)), send(receive.size());
  fill_for_all(send, round);
  Reader reader([&] {
    while (!ready) std::this_thread::yield();
    return first_wrong_from_all(receive, rank(), round);
  });
  late_alltoall(send.data(), receive.data(), kBlock, round);
  ready = true;
  compute_until(reader.done());
  reader.finish();
}

/// Reads in a thread while the main thread waits in another call of MPI.
static void read_beside_barrier(int round) {
  const Exchange exchange(kLargeBlock, round);
  Reader reader([&] { return first_wrong_from_all(exchange.receive, rank(), round); });
  be_late(round);
  MPI_Barrier(MPI_COMM_WORLD);
  reader.finish();
}

static void read_beside_main(int round) {
  const Exchange exchange(kLargeBlock, round);
  Reader reader([&] { return first_wrong_from_all(exchange.receive, rank(), round); });
  exchange.check();
  reader.finish();
}

static void read_blocks(int round) {
  const Exchange exchange(kBlock, round);
  const auto read = [&](int sender) {
    const std::size_t start = kBlock * static_cast<std::size_t>(sender);
    return first_wrong(ConstBytes(exchange.receive).subspan(start, kBlock),
                       {sender, rank(), round});
  };
  Reader first([&] { return read(ranks() - 1); });
  Reader second([&] { return read(0); });
  compute_until(first.done());
  compute_until(second.done());
  first.finish();
  second.finish();
}

/// Reads in several threads, which all need the same page first.
static void read_by_many(int round) {
  const Exchange exchange(kBlock, round);
  const auto read = [&] { return first_wrong_from_all(exchange.receive, rank(), round); };
  std::array<Reader, 4> readers = {Reader(read), Reader(read), Reader(read), Reader(read)};
  for (Reader& reader : readers) reader.finish();
}

static void write_by_thread(int round) {
  Exchange exchange(kBlock, round);
  Reader writer([&]() -> std::optional<Wrong> {
    fill_with(exchange.receive, kOwn);
    return std::nullopt;
  });
  compute_until(writer.done());
  writer.finish();
  check_kept(exchange.receive, kOwn);
}

static void free_by_thread(int round) {
  Exchange exchange(kBlock, round);
  Reader freeing([&]() -> std::optional<Wrong> {
    exchange.receive = Buffer();
    return std::nullopt;
  });
  compute_until(freeing.done());
  freeing.finish();
  const Buffer again(world_bytes(kBlock), kOwn);
  check_kept(again, kOwn);
}

/// Reads in a thread that blocks all signals, as is common.
static void read_without_signals(int round) {
  const Exchange exchange(kBlock, round);
  Reader reader([&] {
    sigset_t all{};
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    return first_wrong_from_all(exchange.receive, rank(), round);
  });
  compute_until(reader.done());
  reader.finish();
}

std::span<const TestCase> thread_cases() {
  static constexpr TestCase test_cases[] = {
      {"read_by_thread", read_by_thread},
      {"read_by_older_thread", read_by_older_thread},
      {"read_by_thread_beside_barrier", read_beside_barrier},
      {"read_by_thread_and_main", read_beside_main},
      {"blocks_read_by_two_threads", read_blocks},
      {"read_by_many_threads", read_by_many},
      {"written_by_thread", write_by_thread},
      {"freed_by_thread", free_by_thread},
      {"read_by_thread_without_signals", read_without_signals},
  };
  return test_cases;
}

}  // namespace overlap_tests
