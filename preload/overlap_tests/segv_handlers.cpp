// Cases in which the program has its own handlers of SIGSEGV: they see its own faults, and none of
// the receive buffer.
#include "preload/overlap_tests/faults.hpp"
#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

static void handle_before(int round) {
  const SegvActionRestorer restored;
  install(jump_back);
  const Exchange exchange(kBlock, round);
  exchange.check();
  require_handler_called();
}

static void handle_behind(int round) {
  const SegvActionRestorer restored;
  const Exchange exchange(kBlock, round);
  install(jump_back);
  exchange.check();
  require_handler_called();
}

static void signal_before(int round) {
  const SegvActionRestorer restored;
  std::signal(SIGSEGV, jump_back);
  const Exchange exchange(kBlock, round);
  exchange.check();
  require_handler_called();
}

static void signal_behind(int round) {
  const SegvActionRestorer restored;
  const Exchange exchange(kBlock, round);
  std::signal(SIGSEGV, jump_back);
  exchange.check();
  require_handler_called();
}

/// Installs a handler by one of many functions, some of which only old programs use.
static void install_by(sighandler_t (*install_old)(int, sighandler_t), int round) {
  const SegvActionRestorer restored;
  const Exchange exchange(kBlock, round);
  install_old(SIGSEGV, jump_back);
  const InaccessiblePage bad;
  require(handler_is_called(bad.address()), "the handler is not called for a fault");
  exchange.check();
  require(install_old(SIGSEGV, SIG_DFL) != SIG_ERR, "the default is refused");
  const Exchange another(kBlock, round);
  another.check();
}

static void install_by_ssignal(int round) { install_by(ssignal, round); }
static void install_by_bsd_signal(int round) { install_by(old_bsd_signal, round); }
static void install_by_sysv_signal(int round) { install_by(sysv_signal, round); }
static void install_by_other_sysv_signal(int round) { install_by(__sysv_signal, round); }
static void install_by_sigset(int round) { install_by(old_sigset, round); }

static void fault_in_between(int round) {
  const SegvActionRestorer restored;
  install(jump_back);
  const Exchange exchange(kBlock, round);
  require_handler_called();
  exchange.check();
}

static void tell_address(int round) {
  const SegvActionRestorer restored;
  struct sigaction action {};
  action.sa_sigaction = jump_back_with_address;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, nullptr);
  const InaccessiblePage bad;
  const Exchange exchange(kBlock, round);
  require(handler_is_called(bad.address()), "the handler is not called for a fault");
  require(last_fault_address() == bad.address(), "the handler is told another address");
  exchange.check();
}

/// Accesses a non-canonical address: the kernel does not report the address of such a fault.
static void fault_at_no_address(int round) {
  const SegvActionRestorer restored;
  install(jump_back);
  const Exchange exchange(kBlock, round);
  const auto* const nowhere = reinterpret_cast<const std::byte*>(std::uintptr_t{1} << 63);
  require(handler_is_called(nowhere), "the handler is not called for a fault");
  exchange.check();
}

static volatile std::sig_atomic_t calls = 0;

static void count(int) { calls = calls + 1; }

/// Raises the signal without a fault.
static void raise_signal(int round) {
  const SegvActionRestorer restored;
  install(count);
  const Exchange exchange(kBlock, round);
  calls = 0;
  std::raise(SIGSEGV);
  require(calls == 1, "the handler is not called for a raised signal");
  exchange.check();
  require(calls == 1, "the handler is called for the buffer");
}

static void ask_for_handler(int round) {
  const SegvActionRestorer restored;
  install(count);
  const Exchange exchange(kBlock, round);
  struct sigaction now {};
  sigaction(SIGSEGV, nullptr, &now);
  require(now.sa_handler == count, "another handler is told of");
  require(std::signal(SIGSEGV, jump_back) == count, "another handler is told of");
  exchange.check();
}

static void handle_by_default(int round) {
  const SegvActionRestorer restored;
  const Exchange exchange(kBlock, round);
  std::signal(SIGSEGV, SIG_DFL);
  exchange.check();
}

static void ignore(int round) {
  const SegvActionRestorer restored;
  std::signal(SIGSEGV, SIG_IGN);
  const Exchange exchange(kBlock, round);
  exchange.check();
}

std::span<const TestCase> handler_cases() {
  static constexpr TestCase test_cases[] = {
      {"handler_before", handle_before},
      {"handler_behind", handle_behind},
      {"signal_before", signal_before},
      {"signal_behind", signal_behind},
      {"handler_by_ssignal", install_by_ssignal},
      {"handler_by_bsd_signal", install_by_bsd_signal},
      {"handler_by_sysv_signal", install_by_sysv_signal},
      {"handler_by_other_sysv_signal", install_by_other_sysv_signal},
      {"handler_by_sigset", install_by_sigset},
      {"fault_in_between", fault_in_between},
      {"fault_address_told", tell_address},
      {"fault_at_no_address", fault_at_no_address},
      {"signal_raised", raise_signal},
      {"handler_asked_for", ask_for_handler},
      {"handled_by_default", handle_by_default},
      {"signal_ignored", ignore},
  };
  return test_cases;
}

}  // namespace overlap_tests
