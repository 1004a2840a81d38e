#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <mutex>
#include <utility>

#include "contract/error.hpp"
#include "harness/forced/forcing.hpp"

namespace tutti {
namespace {

/// Algorithms that call the same collective on parts of the communicator, where the forced choice
/// does not apply and the library's own takes its place: what runs there cannot be known.
bool delegates(std::string_view algorithm) { return algorithm == "smp"; }

/// MPICH checks before each algorithm whether it can serve the call, but forgets these: there the
/// process aborts.
bool aborts(Collective collective, std::string_view algorithm, int ranks) {
  return collective == Collective::reduce_scatter && algorithm == "noncommutative" &&
         !std::has_single_bit(static_cast<unsigned>(ranks));
}

/// What must be forced together, for as long as any activation of the subject lives. MPICH reads
/// its variables at every call.
class MpichForcing {
 public:
  MpichForcing(std::shared_ptr<ControlVariable> algorithm, int value, bool strict)
      : algorithm_(std::move(algorithm)),
        device_(require_variable("MPIR_CVAR_DEVICE_COLLECTIVES")),
        fallback_(require_variable("MPIR_CVAR_COLLECTIVE_FALLBACK")),
        forced_algorithm_(*algorithm_, value),
        no_device_(*device_, value_of(*device_, "none")),
        forced_fallback_(*fallback_, value_of(*fallback_, strict ? "error" : "silent")) {}

  /// Lets the library substitute, for one call.
  ScopedValue lenient() { return {*fallback_, value_of(*fallback_, "silent")}; }

 private:
  static int value_of(const ControlVariable& variable, std::string_view value) {
    if (const auto found = variable.value_named(value)) return *found;
    throw CannotRun(fmt::format("{} knows no value '{}'", variable.name(), value));
  }

  std::shared_ptr<ControlVariable> algorithm_, device_, fallback_;
  ScopedValue forced_algorithm_, no_device_, forced_fallback_;
};

/// MPICH refuses a call that the forced algorithm cannot serve, before any data moves and at all
/// ranks alike. That is how it tells; then the call is repeated with its substitute.
class MpichActivation : public Activation {
 public:
  MpichActivation(MPI_Comm comm, std::shared_ptr<MpichForcing> forcing, bool strict)
      : comm_(comm), forcing_(std::move(forcing)), strict_(strict) {
    PMPI_Comm_get_errhandler(comm_, &before_);
    PMPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
  }
  ~MpichActivation() override {
    PMPI_Comm_set_errhandler(comm_, before_);
    PMPI_Errhandler_free(&before_);
  }

  MPI_Comm comm() const override { return comm_; }
  Ran ran() const override { return ran_; }

  int run(const Call& call) override {
    int code = call_library(call);
    ran_ = strict_ ? Ran::yes : Ran::unknown;
    if (code == MPI_SUCCESS || !strict_) return code;
    const auto lenient = forcing_->lenient();
    code = call_library(call);
    if (code == MPI_SUCCESS) ran_ = Ran::no;
    return code;
  }

 private:
  MPI_Comm comm_;
  MPI_Errhandler before_ = MPI_ERRHANDLER_NULL;
  std::shared_ptr<MpichForcing> forcing_;
  bool strict_;
  Ran ran_ = Ran::unknown;
};

class MpichSubject : public Subject {
 public:
  MpichSubject(ForcedName name, std::shared_ptr<ControlVariable> algorithm, int value)
      : name_(std::move(name)), algorithm_(std::move(algorithm)), value_(value) {}

  std::string name() const override { return print(name_); }

  /// What else it needs only the library knows, and tells when it is called.
  bool applicable(const Shape& shape) const override {
    return shape.collective == name_.collective &&
           !aborts(shape.collective, name_.algorithm, shape.ranks);
  }

  std::unique_ptr<Activation> activate(MPI_Comm comm) const override {
    const bool strict = !delegates(name_.algorithm);
    const std::lock_guard lock(mutex_);
    auto forcing = forcing_.lock();
    if (!forcing) forcing_ = forcing = std::make_shared<MpichForcing>(algorithm_, value_, strict);
    return std::make_unique<MpichActivation>(comm, std::move(forcing), strict);
  }

 private:
  ForcedName name_;
  std::shared_ptr<ControlVariable> algorithm_;
  int value_;
  mutable std::mutex mutex_;
  mutable std::weak_ptr<MpichForcing> forcing_;
};

std::string variable(Collective collective) {
  std::string upper(name(collective));
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
  return fmt::format("MPIR_CVAR_{}_INTRA_ALGORITHM", upper);
}

std::vector<std::string> parameters(Collective, std::string_view) { return {}; }

std::unique_ptr<Subject> subject(ForcedName name, std::shared_ptr<ControlVariable> algorithm,
                                 int value) {
  if (!name.parameters.empty())
    throw UsageError(fmt::format("'{}': MPICH's algorithms take no parameters", print(name)));
  return std::make_unique<MpichSubject>(std::move(name), std::move(algorithm), value);
}

}  // namespace

const ForcingLibrary mpich_forcing{"mpich", "MPICH", "auto", variable, parameters, subject};

}  // namespace tutti
