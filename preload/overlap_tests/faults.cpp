#include "preload/overlap_tests/faults.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <csetjmp>
#include <string_view>

namespace overlap_tests {

static sigjmp_buf behind_fault;
static volatile std::sig_atomic_t is_expected = 0;
static void* volatile fault_address = nullptr;

InaccessiblePage::InaccessiblePage() : page_(4 * kKiB) {
  mprotect(page_.bytes().data(), page_.bytes().size(), PROT_NONE);
}

[[gnu::noinline]] std::byte touch(const volatile std::byte* address) { return *address; }

void install(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigaction(SIGSEGV, &action, nullptr);
}

void jump_back(int) {
  static constexpr std::string_view line = "the handler is called for no fault of the program\n";
  if (!is_expected) {
    const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
    _exit(written > 0 ? 1 : 3);
  }
  is_expected = 0;
  siglongjmp(behind_fault, 1);
}

void jump_back_with_address(int number, siginfo_t* information, void*) {
  fault_address = information->si_addr;
  jump_back(number);
}

void* last_fault_address() { return fault_address; }

[[gnu::noinline]] bool handler_is_called(const volatile std::byte* bad) {
  is_expected = 1;
  if (sigsetjmp(behind_fault, 1) != 0) return true;
  touch(bad);
  is_expected = 0;
  return false;
}

void require_handler_called() {
  const InaccessiblePage bad;
  for (int i = 0; i < 3; ++i)
    require(handler_is_called(bad.address()), "the handler is not called for a fault");
}

}  // namespace overlap_tests
