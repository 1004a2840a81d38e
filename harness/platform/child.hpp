#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace tutti {

/// The way in which a child program ended.
struct Ending {
  int status = 0;          ///< exit status; 128 plus the signal's number if a signal ended it
  bool timed_out = false;  ///< it was still running, and was killed with its process group
  std::string complaints;  ///< its standard error
};

/// Environment variables to set for a program.
using Environment = std::map<std::string, std::string>;

/// A child program in a process group of its own. It does not inherit the variables in which a
/// launcher describes this process, so that it can start a launch itself. The destructor kills the
/// whole process group.
class Child {
 public:
  /// Starts the command, with standard output to the file. Throws CannotRun if that fails.
  Child(const std::vector<std::string>& command, const Environment& environment,
        const std::string& output = "/dev/null");
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Waits until the program ends. After `longest`, sends it SIGTERM and waits up to `notice` (if
  /// not 0) so that it can clean up, then kills its process group. Throws CannotRun if the command
  /// could not be started.
  Ending await(std::chrono::duration<double> longest, std::chrono::duration<double> notice = {});
  bool has_ended();
  /// Returns the number of bytes that the program has written to its standard error so far.
  std::size_t complaint_bytes() const;

 private:
  bool ends_within(std::chrono::duration<double> longest);
  void end();

  std::string name_;
  int complaints_;  ///< a file in memory, since a full pipe would block the program
  pid_t process_;
  bool ended_ = false;
  int status_ = 0;
};

/// The time that a launcher may take to clean up after SIGTERM.
constexpr std::chrono::seconds notice_for_launchers{10};

/// Runs a program to its end, or for `seconds_max`. Throws CannotRun if it cannot start.
Ending run_child(const std::vector<std::string>& command, const Environment& environment,
                 double seconds_max);

/// Throws CannotRun, with the program's standard error in one line, unless it ended with status 0
/// and in time. `what` says in the message what ran.
void require_success(const Ending& ending, const std::string& what);

/// Replaces the program of this process by another one (execvp). Throws CannotRun if it cannot
/// start.
[[noreturn]] void become(const std::vector<std::string>& command);

}  // namespace tutti
