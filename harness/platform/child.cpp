#include "harness/platform/child.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "contract/error.hpp"
#include "harness/platform/launch_detection.hpp"

namespace tutti {
namespace {

constexpr int cannot_start = 127;

void execute(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
}

[[noreturn]] void run_in_child(const std::vector<std::string>& command,
                               const Environment& environment, const std::string& output,
                               int complaints) {
  setpgid(0, 0);  // so that it can be killed together with its children
  forget_launch();
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, nullptr);  // the caller may hold back signals
  for (const auto& [variable, value] : environment) setenv(variable.c_str(), value.c_str(), 1);
  dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  dup2(open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600), STDOUT_FILENO);
  dup2(complaints, STDERR_FILENO);
  execute(command);
  _exit(cannot_start);
}

std::string contents_of(int file) {
  std::string text(static_cast<std::size_t>(lseek(file, 0, SEEK_END)), '\0');
  const ssize_t count = pread(file, text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  return text;
}

/// Returns the text as one line behind a colon (`: this and that`); empty if the text is empty.
std::string in_one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  text.erase(text.find_last_not_of(' ') + 1);
  return text.empty() ? text : ": " + text;
}

}  // namespace

Child::Child(const std::vector<std::string>& command, const Environment& environment,
             const std::string& output)
    : name_(command.front()), complaints_(memfd_create("complaints", MFD_CLOEXEC)) {
  if (complaints_ < 0) throw CannotRun("no file can be made in memory");
  process_ = fork();
  if (process_ == 0) run_in_child(command, environment, output, complaints_);
  if (process_ > 0) return;
  close(complaints_);
  throw CannotRun("no process can be started");
}

Child::~Child() {
  if (!has_ended()) end();
  close(complaints_);
}

bool Child::has_ended() {
  if (!ended_) ended_ = waitpid(process_, &status_, WNOHANG) != 0;
  return ended_;
}

std::size_t Child::complaint_bytes() const {
  struct stat file {};
  return fstat(complaints_, &file) == 0 ? static_cast<std::size_t>(file.st_size) : 0;
}

bool Child::ends_within(std::chrono::duration<double> longest) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + longest;
  while (!has_ended() && Clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return ended_;
}

void Child::end() {
  kill(-process_, SIGKILL);
  if (!ended_) waitpid(process_, &status_, 0);
  ended_ = true;
}

Ending Child::await(std::chrono::duration<double> longest, std::chrono::duration<double> notice) {
  Ending ending;
  ending.timed_out = !ends_within(longest);
  if (ending.timed_out && notice.count() > 0) {
    kill(process_, SIGTERM);
    ends_within(notice);
  }
  if (ending.timed_out) end();
  ending.complaints = contents_of(complaints_);
  ending.status = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  // A launcher may end with this status, too, but writes why to standard error.
  if (ending.status == cannot_start && ending.complaints.empty())
    throw CannotRun(fmt::format("{} cannot be started", name_));
  return ending;
}

Ending run_child(const std::vector<std::string>& command, const Environment& environment,
                 double seconds_max) {
  return Child(command, environment)
      .await(std::chrono::duration<double>(seconds_max), notice_for_launchers);
}

void require_success(const Ending& ending, const std::string& what) {
  if (ending.timed_out) throw CannotRun(what + ": did not end");
  if (ending.status != 0)
    throw CannotRun(fmt::format("{}: ended with status {}{}", what, ending.status,
                                in_one_line(ending.complaints.substr(0, 300))));
}

void become(const std::vector<std::string>& command) {
  execute(command);
  throw CannotRun(fmt::format("{} cannot be started", command[0]));
}

}  // namespace tutti
