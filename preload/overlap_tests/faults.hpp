#pragma once

#include <csignal>

#include "preload/overlap_tests/test_case.hpp"

// Functions that old programs still call, though the headers deprecate or omit them.
extern "C" {
sighandler_t old_bsd_signal(int signal, sighandler_t handler) asm("bsd_signal");
sighandler_t old_sigset(int signal, sighandler_t handler) asm("sigset");
int old_sighold(int signal) asm("sighold");
int old_sigblock(int signals) asm("sigblock");
int old_sigsetmask(int signals) asm("sigsetmask");
}

namespace overlap_tests {

/// A scope at whose end the previous action for SIGSEGV is restored.
class SegvActionRestorer {
 public:
  SegvActionRestorer() { sigaction(SIGSEGV, nullptr, &before_); }
  SegvActionRestorer(const SegvActionRestorer&) = delete;
  SegvActionRestorer& operator=(const SegvActionRestorer&) = delete;
  ~SegvActionRestorer() { sigaction(SIGSEGV, &before_, nullptr); }

 private:
  struct sigaction before_ {};
};

/// A page whose accesses are genuine faults.
class InaccessiblePage {
 public:
  InaccessiblePage();
  const volatile std::byte* address() const { return &page_.bytes()[100]; }

 private:
  Mapping page_;
};

std::byte touch(const volatile std::byte* address);

void install(void (*handler)(int));
/// Handles a fault by a jump back into handler_is_called(). Ends the program if the fault is not
/// one that handler_is_called() causes.
void jump_back(int number);
void jump_back_with_address(int number, siginfo_t* information, void* context);
/// Returns the address of the last fault that jump_back_with_address() got.
void* last_fault_address();

bool handler_is_called(const volatile std::byte* bad);
/// Requires that the handler is called, more than once: it has to stay installed.
void require_handler_called();

}  // namespace overlap_tests
