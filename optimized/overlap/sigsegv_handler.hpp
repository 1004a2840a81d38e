#pragma once

#include <csignal>

namespace tutti::overlap {

/// Installs a handler of SIGSEGV in which accesses to protected pages wait. All other faults are
/// the program's: its own handler is called as if it were installed itself, or the process ends as
/// it would by default. If another handler was installed without change_program_handler(), a
/// further call installs tutti's handler in front of it. Returns false, with errno, if the handler
/// cannot be installed.
bool catch_sigsegv() noexcept;

/// Does for the program what sigaction() does: the handler of SIGSEGV that it changes and gets is
/// the program's own. Tutti's handler stays in front.
int change_program_handler(int signal, const struct sigaction* action,
                           struct sigaction* old) noexcept;

using SignalHandler = void (*)(int);

/// Does for the program what signal() does.
SignalHandler change_program_handler(int signal, SignalHandler handler) noexcept;

/// Returns those of the wanted signals that the program may block. SIGSEGV is not among them: if a
/// thread blocks it, an access to protected pages kills the process instead of waiting.
sigset_t blockable(const sigset_t& wanted) noexcept;

}  // namespace tutti::overlap
