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

namespace tutti {

/// Whether a call ran what its subject is named for, or the library silently took something else.
enum class Ran { yes, no, unknown };

/// While it lives, calls on comm() run the subject that made it. Made and destroyed by all ranks
/// of the communicator together.
class Activation {
 public:
  virtual ~Activation() = default;
  virtual MPI_Comm comm() const = 0;
  /// Runs the call, whose comm must be comm(). Returns MPI's error code.
  virtual int run(const Call& call) = 0;
  /// Starts the call without waiting. Only if the subject is nonblocking.
  virtual int start(const Call&, MPI_Request*) {
    throw std::logic_error("this subject has no non-blocking form");
  }
  /// Whether the last call really ran the subject. A call with Ran::no must still be right, but it
  /// says nothing about the subject: neither passed nor measured, but not applicable.
  virtual Ran ran() const { return Ran::yes; }
};

/// One implementation that can be verified and measured.
class Subject {
 public:
  virtual ~Subject() = default;
  /// Stable and unique, as `tutti list` shows it: `bcast/binomial:layered`, `reference`, `mpi`,
  /// `mpich:bcast/scatter_ring_allgather`, `openmpi:bcast/chain:segment=4096`.
  virtual std::string name() const = 0;
  /// False where the shape is outside of what it can do: skipped, and reported as skipped.
  virtual bool applicable(const Shape& shape) const = 0;
  virtual bool nonblocking() const { return false; }
  /// Variables that a launch must have been started with to run the subject at all, beyond what
  /// this one was started with.
  virtual std::map<std::string, std::string> environment() const { return {}; }
  virtual std::unique_ptr<Activation> activate(MPI_Comm comm) const = 0;
};

using Subjects = std::vector<std::unique_ptr<Subject>>;

/// The subjects of a target: `tutti` (every protocol, and the reference), `mpi` (the library's
/// public face), `mpi-forced` (each algorithm inside the library). Throws UsageError for another
/// name. Needs MPI to be initialized for `mpi-forced`.
Subjects subjects(std::string_view target);

/// The subject of that name, whichever target it belongs to. Throws UsageError with the names that
/// come near, if there is none.
std::unique_ptr<Subject> find_subject(std::string_view name);

/// The collective that a subject's name says it serves; nothing if it serves all.
std::optional<Collective> collective_of(std::string_view subject);

}  // namespace tutti
