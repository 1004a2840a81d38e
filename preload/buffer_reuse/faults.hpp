#pragma once

#include <csignal>

#include "preload/buffer_reuse/reuse_case.hpp"

// Old programs still call them, though headers warn of them or are silent.
extern "C" {
sighandler_t old_bsd_signal(int signal, sighandler_t handler) asm("bsd_signal");
sighandler_t old_sigset(int signal, sighandler_t handler) asm("sigset");
int old_sighold(int signal) asm("sighold");
int old_sigblock(int signals) asm("sigblock");
int old_sigsetmask(int signals) asm("sigsetmask");
}

namespace buffer_reuse {

/// At the end what was before handles SIGSEGV again.
class Restored {
 public:
  Restored() { sigaction(SIGSEGV, nullptr, &before_); }
  Restored(const Restored&) = delete;
  Restored& operator=(const Restored&) = delete;
  ~Restored() { sigaction(SIGSEGV, &before_, nullptr); }

 private:
  struct sigaction before_ {};
};

/// A genuine fault for who touches it.
class BadPage {
 public:
  BadPage();
  const volatile std::byte* address() const { return &page_.bytes()[100]; }

 private:
  Mapping page_;
};

std::byte touch(const volatile std::byte* address);

void install(void (*handler)(int));
/// Handlers that end the program if they are called for no fault of its own.
void jump_back(int number);
void jump_back_with_address(int number, siginfo_t* information, void* context);
/// Where the last fault was, as the second handler was told.
void* told_address();

bool handler_is_called(const volatile std::byte* bad);
/// More than once: it stays installed.
void demand_handler();

}  // namespace buffer_reuse
