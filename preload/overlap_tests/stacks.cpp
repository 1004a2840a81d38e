// Cases in which the receive buffer lies on a stack that the program continues to use: a thread's,
// or a coroutine's.
#include <ucontext.h>

#include <array>
#include <chrono>
#include <csignal>

#include "preload/overlap_tests/reader.hpp"
#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

static constexpr std::byte kOwn{0x5A};

/// Number of nested calls that use the stack of two blocks: each frame has 256 bytes at least.
static constexpr int kDeep = 2 * kBlock / 256;

[[gnu::noinline]] static int depth_of(int calls) {
  volatile int used[64] = {calls};
  return calls == 0 ? 0 : depth_of(calls - 1) + (used[0] == calls ? 1 : 0);
}

/// Moves the end of the stack through all pages where another function had its data.
static void call_deeply() {
  require(depth_of(kDeep) == kDeep, "calls go wrong");
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  require(depth_of(kDeep) == kDeep, "calls go wrong");
}

[[gnu::noinline]] static void receive_on_stack(int round) {
  std::array<std::byte, 1024 * kKiB> data{};
  bcast_from_late(data, round);
  check(data, parcel_of_late(round));
}

/// Receives into pages that further calls and returns use, too.
[[gnu::noinline]] static void receive_little_on_stack(int round) {
  std::array<std::byte, 12 * kKiB> data{};
  bcast_from_late(data, round);
  check(data, parcel_of_late(round));
}

[[gnu::noinline]] static void receive_and_return(int round) {
  std::array<std::byte, kBlock> data{};
  bcast_from_late(data, round);
}

/// Uses the stack where the other function had its data.
[[gnu::noinline]] static void use_stack() {
  std::array<std::byte, 2 * kBlock> data{};
  fill_with(data, kOwn);
  check_kept(data, kOwn);
}

static void leave_stack(int round) {
  receive_and_return(round);
  use_stack();
}

static void leave_stack_to_calls(int round) {
  receive_and_return(round);
  call_deeply();
  MPI_Barrier(MPI_COMM_WORLD);
}

[[gnu::noinline]] static void receive_and_throw(int round) {
  std::array<std::byte, kBlock> data{};
  bcast_from_late(data, round);
  if (round >= 0) throw round;
}

/// Leaves the stack by an exception, which unwinds it.
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

/// A thread that lends memory on its stack to the main thread.
class Lender {
 public:
  using Use = std::function<std::optional<Wrong>(ConstBytes)>;

  /// `use` is called with what was received, `then` after the return from that frame.
  explicit Lender(
      Use use, std::function<void()> then = [] {})
      : thread_([this, use = std::move(use), then = std::move(then)] {
          const auto wrong = lend(use);
          then();
          return wrong;
        }) {}

  void receive_and_finish(int round) {
    while (!target_) std::this_thread::yield();
    bcast_from_late({target_.load(), kBlock}, round);
    ready_ = true;
    thread_.finish();
  }

 private:
  [[gnu::noinline]] std::optional<Wrong> lend(const Use& use) {
    std::array<std::byte, kBlock> data{};
    target_ = data.data();
    while (!ready_) std::this_thread::yield();
    return use(data);
  }

  std::atomic<std::byte*> target_ = nullptr;
  std::atomic<bool> ready_ = false;
  Reader thread_;  // Last: it uses the other members.
};

static std::optional<Wrong> do_not_read(ConstBytes) { return std::nullopt; }

static void receive_on_thread_stack(int round) {
  Lender([=](ConstBytes data) {
    return first_wrong(data, parcel_of_late(round));
  }).receive_and_finish(round);
}

static void leave_thread_stack_to_calls(int round) {
  Lender(do_not_read, call_deeply).receive_and_finish(round);
}

/// Ends the thread, which does not read; the next threads get its stack.
static void leave_thread_stack(int round) {
  Lender(do_not_read).receive_and_finish(round);
  Reader([]() -> std::optional<Wrong> {
    call_deeply();
    return std::nullopt;
  }).finish();
  Reader([] {
    std::array<std::byte, 2 * kBlock> data{};
    fill_with(data, kOwn);
    std::this_thread::sleep_for(std::chrono::milliseconds(40));
    return first_wrong_byte(data, kOwn);
  }).finish();
}

/// A scope in which handlers run on the stack of what they interrupt, as in most programs: UCX
/// gives the first thread an alternate one.
class NoOtherStack {
 public:
  NoOtherStack() {
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    require(sigaltstack(&none, &before_) == 0, "no way to do without another stack");
  }
  ~NoOtherStack() { sigaltstack(&before_, nullptr); }
  NoOtherStack(const NoOtherStack&) = delete;
  NoOtherStack& operator=(const NoOtherStack&) = delete;

 private:
  stack_t before_{};
};

/// Runs a case on a stack that no thread began with.
static void run_in_coroutine(void (*reuse_case)(int), int round) {
  const NoOtherStack usual;
  Buffer stack(4096 * kKiB);
  ucontext_t caller{}, coroutine{};
  require(getcontext(&coroutine) == 0, "no context");
  coroutine.uc_stack.ss_sp = stack.data();
  coroutine.uc_stack.ss_size = stack.size();
  coroutine.uc_link = &caller;
  makecontext(&coroutine, reinterpret_cast<void (*)()>(reuse_case), 1, round);
  require(swapcontext(&caller, &coroutine) == 0, "no coroutine");
}

static void receive_on_coroutine_stack(int round) { run_in_coroutine(receive_on_stack, round); }

static void leave_coroutine_stack(int round) { run_in_coroutine(leave_stack_to_calls, round); }

std::span<const TestCase> stack_cases() {
  static constexpr TestCase test_cases[] = {
      {"on_stack", receive_on_stack},
      {"little_on_stack", receive_little_on_stack},
      {"stack_left", leave_stack},
      {"stack_left_to_calls", leave_stack_to_calls},
      {"thrown_from_stack", throw_from_stack},
      {"on_thread_stack", receive_on_thread_stack},
      {"thread_stack_left", leave_thread_stack},
      {"thread_stack_left_to_calls", leave_thread_stack_to_calls},
      {"on_coroutine_stack", receive_on_coroutine_stack},
      {"coroutine_stack_left_to_calls", leave_coroutine_stack},
  };
  return test_cases;
}

}  // namespace overlap_tests
