// Data are in flight while signals are blocked, are handled, or kill.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "optimized/interpose/hostile/faults.hpp"
#include "optimized/interpose/hostile/ways.hpp"

namespace hostile {

static void block_signals(int round) {
  sigset_t all{}, before{};
  sigfillset(&all);
  const Exchange exchange(kBlock, round);
  sigprocmask(SIG_BLOCK, &all, &before);
  exchange.check();
  sigprocmask(SIG_SETMASK, &before, nullptr);
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

/// As handlers do that tell what the program was at.
static void read_in_fault_handler(int round) {
  const Restored restored;
  install(look_and_jump_back);
  const Exchange exchange(kBlock, round);
  seen_by_handler = &exchange;
  saw_wrong = 0;
  demand_handler();
  require(!saw_wrong, "the handler sees wrong data");
  exchange.check();
}

/// A timer interrupts what the program does.
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

/// A child's fault, which leaves no core. Others may tell of it: nobody wants to read that.
static void demand_killed_child(void (*before)()) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit none{};
    setrlimit(RLIMIT_CORE, &none);
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    before();
    const BadPage bad;
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

std::span<const Way> signal_ways() {
  static constexpr Way ways[] = {
      {"signals_blocked", block_signals},
      {"read_in_fault_handler", read_in_fault_handler},
      {"read_in_handler", read_in_handler},
      {"fault_kills_child", kill_child},
      {"fault_kills_child_by_default", kill_child_by_default},
  };
  return ways;
}

}  // namespace hostile
