#pragma once

#include <map>
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

/// The functions that force algorithms inside one MPI library.
struct ForcingLibrary {
  std::string_view name;       ///< the beginning of the names of its subjects
  std::string_view automatic;  ///< the value that leaves the choice to the library
  /// Returns the name of the control variable that chooses the algorithm of a collective, blocking
  /// or not.
  std::string (*variable)(const ForcedName& name);
  /// Returns the parameters that the name of the algorithm may have.
  std::vector<std::string> (*parameters)(const ForcedName& name);
  /// Returns the subject that sets the variable `algorithm` to `value`. Throws UsageError for an
  /// unknown parameter.
  std::unique_ptr<Subject> (*subject)(ForcedName name, std::shared_ptr<ControlVariable> algorithm,
                                      int value);
  /// Returns the environment variables that force the algorithm in any program.
  std::map<std::string, std::string> (*environment)(const ForcedName& name);
  /// Returns the subjects of components that can only be chosen as a whole, at launch.
  Subjects (*components)();
};

extern const ForcingLibrary mpich_forcing;
extern const ForcingLibrary openmpi_forcing;

/// Returns the library that runs in this process. Throws CannotRun if it is not supported.
const ForcingLibrary& running_library();

/// Duplicates a communicator; the duplicate returns errors instead of ending the program.
/// Collective over `comm`.
Communicator duplicate_that_returns_errors(MPI_Comm comm);

/// Starts a call and completes it. Returns MPI's error code.
int start_and_wait(Activation& activation, const Call& call);

/// Returns the control variable of that name. Throws CannotRun if the library has none.
std::shared_ptr<ControlVariable> require_variable(const std::string& name);

}  // namespace tutti
