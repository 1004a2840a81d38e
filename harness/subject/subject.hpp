#pragma once

#include <mpi.h>

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "contract/call.hpp"
#include "contract/shape.hpp"
#include "harness/subject/request_functions.hpp"

namespace tutti {

/// Whether a call ran what its subject is named for, or the library silently ran something else.
enum class Ran { yes, no, unknown };

/// An object that, while it lives, makes calls on comm() run the subject that created it. Creation
/// and destruction are collective over the communicator.
class Activation {
 public:
  virtual ~Activation() = default;
  virtual MPI_Comm comm() const = 0;
  /// Runs the call, whose comm must be comm(). Returns MPI's error code.
  virtual int run(const Call& call) = 0;
  /// Starts the call without waiting. Throws std::logic_error if the subject is not nonblocking.
  virtual int start(const Call&, MPI_Request*) {
    throw std::logic_error("this subject has no non-blocking form");
  }
  /// Initializes the call as a persistent operation, which MPI_Start starts. Throws std::logic_error if the
  /// subject is not persistent.
  virtual int initialize(const Call&, MPI_Request*) {
    throw std::logic_error("this subject has no persistent form");
  }
  /// Returns the functions that start and complete the requests of these calls.
  virtual const RequestFunctions& request_functions() const { return public_request_functions; }
  /// Returns whether the last call ran the subject. A call with Ran::no must still be right, but it
  /// says nothing about the subject: neither passed nor measured, but not applicable.
  virtual Ran ran() const { return Ran::yes; }
};

/// One implementation that can be verified and measured.
class Subject {
 public:
  virtual ~Subject() = default;
  /// Returns the stable and unique name that `tutti list` shows: `bcast/binomial:layered`,
  /// `reference`, `mpi`, `mpich:bcast/scatter_ring_allgather`, `openmpi:bcast/chain:segment=4096`.
  virtual std::string name() const = 0;
  /// Returns false if the subject cannot run the shape; such calls are skipped, and reported so.
  virtual bool applicable(const Shape& shape) const = 0;
  virtual bool nonblocking() const { return false; }
  virtual bool persistent(Collective) const { return false; }
  /// Returns whether it runs calls of the collective by functions of their own where they have large counts.
  virtual bool has_large_counts(Collective) const { return false; }
  /// Returns whether it runs calls on every communicator: on intercommunicators, and on others than that of the
  /// activation.
  virtual bool takes_any_communicator() const { return false; }
  /// Returns the environment variables that a launch needs to run the subject at all, beyond those
  /// that this launch has.
  virtual std::map<std::string, std::string> environment() const { return {}; }
  virtual std::unique_ptr<Activation> activate(MPI_Comm comm) const = 0;
};

using Subjects = std::vector<std::unique_ptr<Subject>>;

/// Returns the subjects of a target: `tutti` (every protocol, and the reference), `mpi` (the
/// library as an application sees it), `mpi-forced` (each algorithm inside the library). Throws
/// UsageError for another name. Requires MPI to be initialized for `mpi-forced`.
Subjects subjects(std::string_view target);

/// Returns the subject of that name, whichever target it belongs to. Throws UsageError, which says
/// what was expected, if there is none.
std::unique_ptr<Subject> find_subject(std::string_view name);

/// Returns the collective in the name of a subject; nothing if the subject serves all collectives.
std::optional<Collective> collective_of(std::string_view subject);

}  // namespace tutti
