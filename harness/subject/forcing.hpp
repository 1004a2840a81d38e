#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "contract/mpi_handle.hpp"
#include "harness/subject/control_variable.hpp"
#include "harness/subject/forced_name.hpp"
#include "harness/subject/subject.hpp"

namespace tutti {

/// How algorithms are forced inside one MPI library.
struct ForcingLibrary {
  std::string_view name;       ///< as names of subjects begin
  std::string_view automatic;  ///< the value that leaves the choice to the library
  /// The name of the control variable that chooses the algorithm of a collective, blocking or not.
  std::string (*variable)(const ForcedName& name);
  /// The parameters that the algorithm can be given in its name.
  std::vector<std::string> (*parameters)(const ForcedName& name);
  /// The subject that forces `value` on `algorithm`. Throws UsageError for an unknown parameter.
  std::unique_ptr<Subject> (*subject)(ForcedName name, std::shared_ptr<ControlVariable> algorithm,
                                      int value);
  /// What is chosen in one piece, at launch.
  Subjects (*components)();
};

extern const ForcingLibrary mpich_forcing;
extern const ForcingLibrary openmpi_forcing;

/// The library that runs in this process. Throws CannotRun for one that is not known.
const ForcingLibrary& running_library();

/// A duplicate that returns errors instead of ending the program.
Communicator duplicate_that_returns_errors(MPI_Comm comm);

/// Starts a call and completes it. Returns MPI's error code.
int start_and_wait(Activation& activation, const Call& call);

/// A variable that must be there. Throws CannotRun otherwise.
std::shared_ptr<ControlVariable> require_variable(const std::string& name);

}  // namespace tutti
