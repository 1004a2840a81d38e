// Cases in which signals are blocked, are handled, or kill while data are in flight.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "preload/overlap_tests/faults.hpp"
#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

static void block_signals(int round) {
  sigset_t all{}, before{};
  sigfillset(&all);
  const Exchange exchange(kBlock, round);
  sigprocmask(SIG_BLOCK, &all, &before);
  exchange.check();
  sigprocmask(SIG_SETMASK, &before, nullptr);
}

/// Runs an exchange and calls block(), which blocks the signal that an access to the buffer may
/// raise.
template <class Block>
static void block_faults(int round, const Block& block) {
  sigset_t before{};
  sigprocmask(SIG_BLOCK, nullptr, &before);
  const Exchange exchange(kBlock, round);
  block();
  exchange.check();
  sigprocmask(SIG_SETMASK, &before, nullptr);
}

static void hold_faults(int round) {
  block_faults(round, [] { old_sighold(SIGSEGV); });
}

static void hold_faults_by_sigset(int round) {
  block_faults(round, [] { old_sigset(SIGSEGV, SIG_HOLD); });
}

static void block_faults_by_bits(int round) {
  block_faults(round, [] { old_sigblock(1 << (SIGSEGV - 1)); });
}

static void set_mask_by_bits(int round) {
  block_faults(round, [] { old_sigsetmask(~0); });
}

static const Exchange* seen_by_handler = nullptr;
static volatile std::sig_atomic_t looks = 0;
static volatile std::sig_atomic_t saw_wrong = 0;

static void look(int) {
  if (first_wrong_from_all(seen_by_handler->receive, rank(), seen_by_handler->round)) saw_wrong = 1;
  looks = looks + 1;
}

static void look_and_jump_back(int number) {
  look(number);
  jump_back(number);
}

/// Reads the buffer in a handler of SIGSEGV, as handlers do that report the state of the program.
static void read_in_fault_handler(int round) {
  const SegvActionRestorer restored;
  install(look_and_jump_back);
  const Exchange exchange(kBlock, round);
  seen_by_handler = &exchange;
  saw_wrong = 0;
  require_handler_called();
  require(!saw_wrong, "the handler sees wrong data");
  exchange.check();
}

static volatile std::sig_atomic_t looked_elsewhere = 0;
static ConstBytes other_stack;

/// Reads the buffer on the alternate stack, where the access may raise the next signal.
static void look_elsewhere(int number) {
  const volatile std::byte here{};
  const auto* const address = const_cast<const std::byte*>(&here);
  if (address < other_stack.data() + other_stack.size() && address >= other_stack.data())
    looked_elsewhere = 1;
  look(number);
}

static void look_elsewhere_and_jump_back(int number) {
  look_elsewhere(number);
  jump_back(number);
}

/// A scope in which a handler runs on an alternate stack.
class OtherStack {
 public:
  OtherStack(int number, void (*handler)(int)) : number_(number), memory_(64 * kKiB) {
    const stack_t stack{.ss_sp = memory_.data(), .ss_flags = 0, .ss_size = memory_.size()};
    require(sigaltstack(&stack, &stack_before_) == 0, "no other stack");
    other_stack = memory_;
    looked_elsewhere = 0;
    saw_wrong = 0;
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_ONSTACK;
    sigaction(number, &action, &action_before_);
  }
  OtherStack(const OtherStack&) = delete;
  OtherStack& operator=(const OtherStack&) = delete;
  ~OtherStack() {
    sigaction(number_, &action_before_, nullptr);
    sigaltstack(&stack_before_, nullptr);
    require(looked_elsewhere, "the handler runs on the same stack");
    require(!saw_wrong, "the handler sees wrong data");
  }

 private:
  int number_;
  Buffer memory_;
  stack_t stack_before_{};
  struct sigaction action_before_ {};
};

static void read_in_fault_handler_elsewhere(int round) {
  const Exchange exchange(kBlock, round);
  seen_by_handler = &exchange;
  const OtherStack stack(SIGSEGV, look_elsewhere_and_jump_back);
  require_handler_called();
  exchange.check();
}

static void read_in_handler_elsewhere(int round) {
  const Exchange exchange(kBlock, round);
  seen_by_handler = &exchange;
  const OtherStack stack(SIGUSR1, look_elsewhere);
  std::raise(SIGUSR1);
  exchange.check();
}

/// Reads in a handler that runs in sigsuspend(), while all other signals are blocked.
static void read_while_suspended(int round) {
  sigset_t all{}, all_but_one{}, before{};
  sigfillset(&all);
  all_but_one = all;
  sigdelset(&all_but_one, SIGUSR2);
  sigprocmask(SIG_BLOCK, &all, &before);
  const auto handler_before = std::signal(SIGUSR2, look);
  const Exchange exchange(kBlock, round);
  seen_by_handler = &exchange;
  saw_wrong = 0;
  std::raise(SIGUSR2);
  sigsuspend(&all_but_one);
  std::signal(SIGUSR2, handler_before);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  require(!saw_wrong, "the handler sees wrong data");
  exchange.check();
}

/// Reads in the handler of a timer, which interrupts the program.
static void read_in_handler(int round) {
  const auto before = std::signal(SIGALRM, look);
  looks = 0;
  saw_wrong = 0;
  const Exchange exchange(kBlock, round);
  seen_by_handler = &exchange;
  itimerval soon{};
  soon.it_value.tv_usec = 1000;
  setitimer(ITIMER_REAL, &soon, nullptr);
  exchange.check();
  while (looks == 0) exchange.check();
  std::signal(SIGALRM, before);
  require(!saw_wrong, "the handler sees wrong data");
}

/// Requires that a fault kills a child process. It leaves no core, and its messages are discarded.
static void demand_killed_child(void (*before)()) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit none{};
    setrlimit(RLIMIT_CORE, &none);
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    before();
    const InaccessiblePage bad;
    touch(bad.address());
    _exit(0);
  }
  int status = 0;
  require(child > 0 && waitpid(child, &status, 0) == child, "the child is lost");
  require(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV, "a fault does not kill the child");
}

static void kill_child(int round) {
  const Exchange exchange(kBlock, round);
  demand_killed_child([] {});
  exchange.check();
}

static void kill_child_by_default(int round) {
  const Exchange exchange(kBlock, round);
  demand_killed_child([] { std::signal(SIGSEGV, SIG_DFL); });
  exchange.check();
}

std::span<const TestCase> signal_cases() {
  static constexpr TestCase test_cases[] = {
      {"signals_blocked", block_signals},
      {"faults_held", hold_faults},
      {"faults_held_by_sigset", hold_faults_by_sigset},
      {"faults_blocked_by_bits", block_faults_by_bits},
      {"mask_set_by_bits", set_mask_by_bits},
      {"read_in_fault_handler_elsewhere", read_in_fault_handler_elsewhere},
      {"read_in_handler_elsewhere", read_in_handler_elsewhere},
      {"read_while_suspended", read_while_suspended},
      {"read_in_fault_handler", read_in_fault_handler},
      {"read_in_handler", read_in_handler},
      {"fault_kills_child", kill_child},
      {"fault_kills_child_by_default", kill_child_by_default},
  };
  return test_cases;
}

}  // namespace overlap_tests
