#include "harness/runner/crash.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace tutti {
namespace {

/// The text for a crash. It is global, since a signal handler can access nothing else.
struct CrashText {
  std::array<char, 64> who{};  ///< `tutti: rank 3 ended`
  std::array<char, 65536> line{};
  std::size_t length = 0;
};
CrashText describe_end;

void write_all(const char* text, std::size_t length) {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text, length);
}

/// Writes the running case, if any, to standard error, once. Async-signal-safe.
void speak(const char* how) {
  if (describe_end.length == 0) return;
  for (const char* part :
       {static_cast<const char*>(describe_end.who.data()), how, " while running: "})
    write_all(part, std::strlen(part));
  write_all(describe_end.line.data(), describe_end.length);
  describe_end.length = 0;
}

void on_signal(int signal) {
  char how[] = " by signal 00";
  how[sizeof how - 3] = static_cast<char>('0' + signal / 10);
  how[sizeof how - 2] = static_cast<char>('0' + signal % 10);
  speak(how);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// Reports a library that calls exit after an error.
void on_exit_of_library() { speak(" by exit"); }

}  // namespace

void report_crashes(int rank) {
  fmt::format_to_n(describe_end.who.data(), describe_end.who.size() - 1, "tutti: rank {} ended",
                   rank);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    std::signal(signal, on_signal);
  if (rank == 0) std::signal(SIGTERM, on_signal);
  std::atexit(on_exit_of_library);
}

void set_running_case(std::string_view line) {
  describe_end.length = 0;
  const std::size_t length = std::min(line.size(), describe_end.line.size() - 1);
  std::copy_n(line.begin(), length, describe_end.line.begin());
  describe_end.line[length] = '\n';
  describe_end.length = line.empty() ? 0 : length + 1;
}

}  // namespace tutti
