// Functions of the C library that set handlers and masks of signals. Programs neither see nor block
// faults at protected memory.
#include <csignal>

#include "optimized/fabric/next_symbol.hpp"
#include "optimized/overlap/sigsegv_handler.hpp"

namespace {

using tutti::next_symbol;
using tutti::overlap::SignalHandler;
using Mask = int(int, const sigset_t*, sigset_t*);

int mask(Mask* next, int how, const sigset_t* wanted, sigset_t* before) {
  if (!wanted || how == SIG_UNBLOCK) return next(how, wanted, before);
  const sigset_t signals = tutti::overlap::blockable(*wanted);
  return next(how, &signals, before);
}

sigset_t only(int signal) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, signal);
  return signals;
}

/// Returns a mask of the old BSD functions without the signals that no program may block.
int blockable(int signals) {
  const sigset_t left = tutti::overlap::blockable(only(SIGSEGV));
  return sigismember(&left, SIGSEGV) != 0 ? signals : signals & ~(1 << (SIGSEGV - 1));
}

/// Installs a handler of the program, for functions that set other flags than signal() does.
SignalHandler install(int signal, SignalHandler handler, int flags) {
  struct sigaction action {};
  struct sigaction old {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  const int code = tutti::overlap::change_program_handler(signal, &action, &old);
  return code == 0 ? old.sa_handler : SIG_ERR;
}

}  // namespace

extern "C" {

int sigaction(int signal, const struct sigaction* action, struct sigaction* old) noexcept {
  return tutti::overlap::change_program_handler(signal, action, old);
}

SignalHandler signal(int signal, SignalHandler handler) noexcept {
  return tutti::overlap::change_program_handler(signal, handler);
}

SignalHandler sysv_signal(int signal, SignalHandler handler) noexcept {
  if (signal != SIGSEGV) return next_symbol<sysv_signal>("sysv_signal")(signal, handler);
  return install(signal, handler, static_cast<int>(SA_RESETHAND) | SA_NODEFER);
}

SignalHandler sigset(int signal, SignalHandler handler) noexcept {
  static auto* const next = next_symbol<SignalHandler(int, SignalHandler)>("sigset");
  if (signal != SIGSEGV) return next(signal, handler);
  if (handler != SIG_HOLD) return install(signal, handler, 0);
  const sigset_t fault = only(signal);
  sigprocmask(SIG_BLOCK, &fault, nullptr);
  struct sigaction now {};
  sigaction(signal, nullptr, &now);
  return now.sa_handler;
}

int sigprocmask(int how, const sigset_t* wanted, sigset_t* before) noexcept {
  static auto* const next = next_symbol<Mask>("sigprocmask");
  return mask(next, how, wanted, before);
}

int pthread_sigmask(int how, const sigset_t* wanted, sigset_t* before) noexcept {
  static auto* const next = next_symbol<Mask>("pthread_sigmask");
  return mask(next, how, wanted, before);
}

int sighold(int signal) noexcept {
  if (signal != SIGSEGV) return next_symbol<int(int)>("sighold")(signal);
  const sigset_t fault = only(signal);
  return sigprocmask(SIG_BLOCK, &fault, nullptr);
}

int sigblock(int signals) noexcept {
  static auto* const next = next_symbol<int(int)>("sigblock");
  return next(blockable(signals));
}

int sigsetmask(int signals) noexcept {
  static auto* const next = next_symbol<int(int)>("sigsetmask");
  return next(blockable(signals));
}

// Handlers run while it waits, and may fault.
int sigsuspend(const sigset_t* wanted) {
  const sigset_t signals = tutti::overlap::blockable(*wanted);
  return next_symbol<sigsuspend>("sigsuspend")(&signals);
}

}  // extern "C"
