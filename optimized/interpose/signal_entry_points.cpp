// How programs say what is to be done about signals: faults at closed memory are no affair of theirs.
#include <csignal>

#include "optimized/fabric/beneath.hpp"
#include "optimized/overlap/segmentation_faults.hpp"

namespace {

using Mask = int(int, const sigset_t*, sigset_t*);

int mask(Mask* next, int how, const sigset_t* wanted, sigset_t* before) {
  if (!wanted || how == SIG_UNBLOCK) return next(how, wanted, before);
  const sigset_t signals = tutti::overlap::blockable(*wanted);
  return next(how, &signals, before);
}

}  // namespace

extern "C" {

int sigaction(int signal, const struct sigaction* action, struct sigaction* old) noexcept {
  return tutti::overlap::change_program_handler(signal, action, old);
}

tutti::overlap::SignalHandler signal(int signal, tutti::overlap::SignalHandler handler) noexcept {
  return tutti::overlap::change_program_handler(signal, handler);
}

int sigprocmask(int how, const sigset_t* wanted, sigset_t* before) noexcept {
  static auto* const next = tutti::beneath<Mask>("sigprocmask");
  return mask(next, how, wanted, before);
}

int pthread_sigmask(int how, const sigset_t* wanted, sigset_t* before) noexcept {
  static auto* const next = tutti::beneath<Mask>("pthread_sigmask");
  return mask(next, how, wanted, before);
}

}  // extern "C"
