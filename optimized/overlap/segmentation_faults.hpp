#pragma once

#include <csignal>

namespace tutti::overlap {

/// Lets accesses to closed memory wait, in a handler of SIGSEGV. All other faults are the program's:
/// its own handler is called as if it were installed itself, or the process ends as it would. Called
/// again, puts ours in front of a handler that was installed past change_program_handler(). False,
/// with errno, if it cannot be installed.
bool catch_segmentation_faults() noexcept;

/// What sigaction() is to the program: the handler of SIGSEGV that it changes, and hears of, is the
/// program's own. Ours stays in front.
int change_program_handler(int signal, const struct sigaction* action,
                           struct sigaction* old) noexcept;

using SignalHandler = void (*)(int);

/// What signal() is to the program.
SignalHandler change_program_handler(int signal, SignalHandler handler) noexcept;

/// The signals that the program may block of those that it wants to: who blocks SIGSEGV is killed by an
/// access to closed memory, instead of waiting.
sigset_t blockable(const sigset_t& wanted) noexcept;

}  // namespace tutti::overlap
