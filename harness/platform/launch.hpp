#pragma once

#include <string>
#include <vector>

#include "harness/platform/child.hpp"

namespace tutti {

/// Returns the rank that the launcher gave this process, known before MPI_Init; 0 without a
/// launcher.
int launcher_rank();

/// Returns the number of ranks that the launcher started; 1 without a launcher. Throws CannotRun if
/// the launcher sets no variable for it.
int launcher_ranks();

/// Returns the command of the launcher, with its options, as typed in a shell: the value of the
/// variable TUTTI_MPIEXEC if it is set, else the launcher of the MPI library that runs.
std::string default_launcher();

/// Returns the path of this program.
std::string own_program();

/// Returns the command that launches a program with its arguments on `ranks` ranks, in whose
/// environment the variables `of_ranks` are set.
std::vector<std::string> launch_command_for(const std::string& launcher, int ranks,
                                            const std::vector<std::string>& program,
                                            const Environment& of_ranks);

/// Returns the command that launches this program, with other arguments, in the same way.
std::vector<std::string> launch_command(const std::string& launcher, int ranks,
                                        const std::vector<std::string>& arguments,
                                        const Environment& of_ranks = {});

/// Returns the variables that make a launcher (Hydra or that of Open MPI) bind each rank to one
/// core, in turn, so that more ranks than cores share the cores evenly.
Environment bound_to_cores();

/// Returns the value of LD_PRELOAD for programs of the MPI library that tutti was built for, with
/// or without overlap.
std::string preload_library(bool overlap);

/// Returns the value of LD_PRELOAD with which `tutti messages` sees what the MPI library sends.
std::string recording_library();

/// Returns a message if the launcher started more processes than MPI_COMM_WORLD has, as it happens
/// with the launcher of another MPI library; else an empty text. Requires MPI to be initialized.
std::string launcher_mismatch();

/// Initializes MPI for one verb, and finalizes it.
class MpiSession {
 public:
  /// `threads` requests MPI_THREAD_MULTIPLE. Throws CannotRun if MPI does not provide it, and
  /// (except with `allow_mismatch`) if launcher_mismatch() returns a message.
  explicit MpiSession(bool threads = false, bool allow_mismatch = false);
  /// Finalizes MPI. Collective over MPI_COMM_WORLD. If MPI_Finalize does not return within seconds
  /// (MPICH 4.0 over TCP sometimes waits for ever), prints a message and ends the process with the
  /// status that was passed to set_exit_status().
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  /// Sets, and returns, the exit status of the process in case MPI_Finalize does not return.
  int set_exit_status(int status) { return status_ = status; }

 private:
  int status_ = 0;
};

}  // namespace tutti
