#include "optimized/overlap/sigsegv_handler.hpp"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <utility>

#include "optimized/fabric/next_symbol.hpp"
#include "optimized/overlap/protected_pages.hpp"

namespace tutti::overlap {
namespace {

using Action = struct sigaction;

int real_sigaction(int signal, const Action* action, Action* old) noexcept {
  static auto* const real = next_symbol<int(int, const Action*, Action*)>("sigaction");
  return real(signal, action, old);
}

SignalHandler real_signal(int signal, SignalHandler handler) noexcept {
  static auto* const real = next_symbol<SignalHandler(int, SignalHandler)>("signal");
  return real(signal, handler);
}

/// A scope in which this thread gets no signals: a handler might need the lock that the thread
/// holds.
class AllSignalsBlocked {
 public:
  AllSignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~AllSignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  AllSignalsBlocked(const AllSignalsBlocked&) = delete;
  AllSignalsBlocked& operator=(const AllSignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

/// The program's own action for SIGSEGV. May be used in signal handlers.
class ProgramAction {
 public:
  Action get() {
    return locked([this] { return action_; });
  }
  /// Sets the action, and returns the previous one.
  Action exchange(Action action) {
    return locked([this, &action] { return std::exchange(action_, action); });
  }

 private:
  template <class Body>
  Action locked(Body body) {
    const AllSignalsBlocked undisturbed;
    while (busy_.test_and_set()) {
    }
    const Action result = body();
    busy_.clear();
    return result;
  }

  std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
  Action action_{};
};

constinit ProgramAction program_action;
constinit std::atomic<bool> catching = false;

/// The address of this thread's last fault that had no explanation, and unprotect_count() at that
/// time.
struct Unexplained {
  const void* address = nullptr;
  std::uint32_t unprotect_count = 0;
};
// Initial-exec: a handler must not have to wait until thread-local memory is allocated.
[[gnu::tls_model("initial-exec")]] constinit thread_local Unexplained last_unexplained;

bool is_access(const siginfo_t& info) {
  return info.si_code == SEGV_MAPERR || info.si_code == SEGV_ACCERR;
}

/// Returns whether the pages may have become accessible between the fault and this check. If the
/// access fails once more, and no pages became accessible in between, they had not.
bool may_be_accessible_by_now(const void* address) {
  const Unexplained now{address, unprotect_count()};
  const Unexplained last = last_unexplained;
  last_unexplained = now;
  return now.unprotect_count != 0 &&
         (last.address != now.address || last.unprotect_count != now.unprotect_count);
}

/// Waits if the access was to a protected page. Returns whether the access can be repeated.
bool wait_if_protected(const siginfo_t& info) {
  if (!is_access(info)) return false;
  if (!is_protected(info.si_addr)) return may_be_accessible_by_now(info.si_addr);
  wait_until_accessible(info.si_addr, 1);
  return true;
}

/// Restores the default action, which ends the process: a fault happens again as soon as the
/// handler returns. A signal that was sent does not, and is sent again.
void restore_default_action(int signal, siginfo_t* info) {
  Action standard{};
  standard.sa_handler = SIG_DFL;
  real_sigaction(signal, &standard, nullptr);
  if (info->si_code <= 0)
    syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), signal, info);
}

void call(const Action& action, int signal, siginfo_t* info, void* context) {
  const sigset_t blocked = blockable(action.sa_mask);
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  if ((action.sa_flags & SA_SIGINFO) != 0)
    action.sa_sigaction(signal, info, context);
  else
    action.sa_handler(signal);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

/// Does what would have happened without tutti's handler.
void pass_on(int signal, siginfo_t* info, void* context) {
  const Action action = program_action.get();
  const bool was_sent = info->si_code <= 0;
  if (action.sa_handler == SIG_IGN && was_sent) return;
  if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN)
    return restore_default_action(signal, info);
  if ((action.sa_flags & static_cast<int>(SA_RESETHAND)) != 0) program_action.exchange(Action{});
  call(action, signal, info, context);
}

void handle(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  if (!wait_if_protected(*info)) pass_on(signal, info, context);
  errno = error;
}

/// Returns tutti's action. It does not block SIGSEGV, since the thread may fault again while it
/// waits, in another handler.
Action tutti_action() {
  Action ours{};
  ours.sa_sigaction = handle;
  ours.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  return ours;
}

bool is_tutti_action(const Action& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == handle;
}

}  // namespace

bool catch_sigsegv() noexcept {
  Action present{};
  if (real_sigaction(SIGSEGV, nullptr, &present) != 0) return false;
  if (is_tutti_action(present)) return true;
  program_action.exchange(present);
  const Action ours = tutti_action();
  if (real_sigaction(SIGSEGV, &ours, nullptr) != 0) return false;
  sigset_t faults;
  sigemptyset(&faults);
  sigaddset(&faults, SIGSEGV);
  pthread_sigmask(SIG_UNBLOCK, &faults, nullptr);  // may be blocked since before `catching`
  catching = true;
  return true;
}

sigset_t blockable(const sigset_t& wanted) noexcept {
  sigset_t signals = wanted;
  if (catching) sigdelset(&signals, SIGSEGV);
  return signals;
}

int change_program_handler(int signal, const Action* action, Action* old) noexcept {
  if (!catching) return real_sigaction(signal, action, old);
  if (signal != SIGSEGV) {
    if (action == nullptr) return real_sigaction(signal, action, old);
    Action other = *action;
    other.sa_mask = blockable(other.sa_mask);
    return real_sigaction(signal, &other, old);
  }
  const Action before = action != nullptr ? program_action.exchange(*action) : program_action.get();
  if (old != nullptr) *old = before;
  return 0;
}

SignalHandler change_program_handler(int signal, SignalHandler handler) noexcept {
  if (signal != SIGSEGV || !catching) return real_signal(signal, handler);
  Action action{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  return program_action.exchange(action).sa_handler;
}

}  // namespace tutti::overlap
