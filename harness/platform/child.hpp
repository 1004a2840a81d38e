#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace tutti {

/// How a program ended that this one started.
struct Ending {
  int status = 0;          ///< exit status; 128 and the signal's number if a signal ended it
  bool timed_out = false;  ///< it was still running, and was ended with all that it had started
  std::string complaints;  ///< what it wrote to its standard error
};

/// Variables to set for a program.
using Environment = std::map<std::string, std::string>;

/// A program that runs beside this one, in a process group of its own. What a launcher told this process
/// about its launch is not handed on, so that the program may launch again. Ended with all that it had
/// started when it goes out of scope.
class Child {
 public:
  /// Its standard output goes to the file. Throws CannotRun if no process can be made.
  Child(const std::vector<std::string>& command, const Environment& environment,
        const std::string& output = "/dev/null");
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Waits for its end; ends it with all that it had started if that takes longer. Within the notice
  /// it may put away what it made for its time. Throws CannotRun if the command could not be started.
  Ending await(std::chrono::duration<double> longest, std::chrono::duration<double> notice = {});
  bool has_ended();
  /// How much it has written to its standard error so far.
  std::size_t complaint_bytes() const;

 private:
  bool ends_within(std::chrono::duration<double> longest);
  void end();

  std::string name_;
  int complaints_;  ///< a file in memory: a pipe that nobody empties would block the program
  pid_t process_;
  bool ended_ = false;
  int status_ = 0;
};

/// How long what launches programs may take to put away what it made for them.
constexpr std::chrono::seconds notice_for_launchers{10};

/// Runs a program to its end. Throws CannotRun if it cannot start.
Ending run_child(const std::vector<std::string>& command, const Environment& environment,
                 double seconds_max);

/// Throws CannotRun, with what the program wrote to its standard error in one line, unless it ended
/// well. `what` says what ran.
void require_success(const Ending& ending, const std::string& what);

/// Goes on as another program, whose exit status is then that of this process. Throws CannotRun if
/// it cannot start.
[[noreturn]] void become(const std::vector<std::string>& command);

}  // namespace tutti
