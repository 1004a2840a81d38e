#include "harness/measure/child.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "contract/error.hpp"

namespace tutti {
namespace {

constexpr int cannot_start = 127;

[[noreturn]] void become(const std::vector<std::string>& command,
                         const std::map<std::string, std::string>& environment, int complaints) {
  setpgid(0, 0);  // so that it can be ended with its children
  for (const auto& [variable, value] : environment) setenv(variable.c_str(), value.c_str(), 1);
  dup2(open("/dev/null", O_RDWR), STDIN_FILENO);
  dup2(STDIN_FILENO, STDOUT_FILENO);
  dup2(complaints, STDERR_FILENO);
  std::vector<char*> arguments;
  for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(cannot_start);
}

/// Everything that is in the pipe now.
void drain(int pipe, std::string& text) {
  std::array<char, 4096> buffer;
  for (ssize_t count; (count = read(pipe, buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(count));
}

Ending await(pid_t child, int complaints, double seconds_max) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration<double>(seconds_max);
  Ending ending;
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    drain(complaints, ending.complaints);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (Clock::now() < deadline || ending.timed_out) continue;
    ending.timed_out = true;
    kill(-child, SIGKILL);
  }
  drain(complaints, ending.complaints);
  ending.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ending;
}

}  // namespace

Ending run_child(const std::vector<std::string>& command,
                 const std::map<std::string, std::string>& environment, double seconds_max) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw CannotRun("no pipe can be made");
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  const pid_t child = fork();
  if (child == 0) become(command, environment, ends[1]);
  close(ends[1]);
  if (child < 0) throw CannotRun("no process can be started");
  const auto ending = await(child, ends[0], seconds_max);
  close(ends[0]);
  if (ending.status == cannot_start)
    throw CannotRun(fmt::format("{} cannot be started", command.front()));
  return ending;
}

}  // namespace tutti
