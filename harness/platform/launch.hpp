#pragma once

#include <string>
#include <vector>

#include "harness/platform/child.hpp"

namespace tutti {

/// The rank that the launcher gave this process, known before MPI_Init; 0 without a launcher.
int launcher_rank();

/// How many ranks the launcher started; 1 without a launcher. Throws CannotRun if the launcher does not tell.
int launcher_ranks();

/// What launches programs with this MPI library, with its options, as one types it: the variable
/// TUTTI_MPIEXEC if it is set, else the launcher of the MPI library that runs.
std::string default_launcher();

/// The path of this very program.
std::string own_program();

/// The command that launches a program with its arguments on so many ranks, which get these variables.
std::vector<std::string> launch_command_for(const std::string& launcher, int ranks,
                                            const std::vector<std::string>& program,
                                            const Environment& of_ranks);

/// The same of this very program.
std::vector<std::string> launch_command(const std::string& launcher, int ranks,
                                        const std::vector<std::string>& arguments,
                                        const Environment& of_ranks = {});

/// What the environment of a launcher, Hydra or Open MPI's, has to say for each rank to keep to one core: in
/// turn, so that more ranks than cores share them evenly.
Environment bound_to_cores();

/// What LD_PRELOAD is to hold for programs of the MPI library that this was built for.
std::string preload_library();

/// Says so if the launcher started several processes of which each is a launch of its own to MPI; empty
/// otherwise.
std::string lonely_processes();

/// Initializes MPI for one verb, and finalizes it.
class MpiSession {
 public:
  /// `threads` asks for MPI_THREAD_MULTIPLE. Throws CannotRun if MPI cannot provide it, and for processes
  /// that were started together but are alone, unless `also_lonely`.
  explicit MpiSession(bool threads = false, bool also_lonely = false);
  /// Finalizes MPI. If the library does not come back from that, within seconds after all ranks have
  /// come to it, says so, and ends the process with the status that was told: MPICH 4.0 over TCP now and
  /// then waits for ever.
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  /// The exit status of this process, known before the session ends: what it is given.
  int ending_with(int status) { return status_ = status; }

 private:
  int status_ = 0;
};

}  // namespace tutti
