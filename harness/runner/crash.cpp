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

/// A signal handler can reach nothing but globals.
struct LastWords {
  std::array<char, 64> who{};  ///< `tutti: rank 3 ended`
  std::array<char, 65536> line{};
  std::size_t length = 0;
};
LastWords last_words;

void write_all(const char* text, std::size_t length) {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text, length);
}

/// Async-signal-safe.
void speak(const char* how) {
  if (last_words.length == 0) return;
  for (const char* part :
       {static_cast<const char*>(last_words.who.data()), how, " while running: "})
    write_all(part, std::strlen(part));
  write_all(last_words.line.data(), last_words.length);
  last_words.length = 0;
}

void on_signal(int signal) {
  char how[] = " by signal 00";
  how[sizeof how - 3] = static_cast<char>('0' + signal / 10);
  how[sizeof how - 2] = static_cast<char>('0' + signal % 10);
  speak(how);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// A library that gives up may call exit.
void on_exit_of_library() { speak(" by exit"); }

}  // namespace

void report_crashes(int rank) {
  fmt::format_to_n(last_words.who.data(), last_words.who.size() - 1, "tutti: rank {} ended", rank);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    std::signal(signal, on_signal);
  if (rank == 0) std::signal(SIGTERM, on_signal);
  std::atexit(on_exit_of_library);
}

void set_running_case(std::string_view line) {
  last_words.length = 0;
  const std::size_t length = std::min(line.size(), last_words.line.size() - 1);
  std::copy_n(line.begin(), length, last_words.line.begin());
  last_words.line[length] = '\n';
  last_words.length = line.empty() ? 0 : length + 1;
}

}  // namespace tutti
