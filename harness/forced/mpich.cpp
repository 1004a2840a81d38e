#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <functional>
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
bool aborts(const Shape& shape, std::string_view algorithm) {
  if (shape.collective != Collective::reduce_scatter || algorithm != "noncommutative") return false;
  const bool equal_blocks =
      !shape.counts ||
      std::ranges::adjacent_find(*shape.counts, std::not_equal_to<>{}) == shape.counts->end();
  return !equal_blocks || shape.ranks == 1 ||
         !std::has_single_bit(static_cast<unsigned>(shape.ranks));
}

int value_of(const ControlVariable& variable, std::string_view value) {
  if (const auto found = variable.value_named(value)) return *found;
  throw CannotRun(fmt::format("{} knows no value '{}'", variable.name(), value));
}

/// One value for as long as anybody holds it, also from several threads.
class SharedValue {
 public:
  SharedValue(std::shared_ptr<ControlVariable> variable, int value)
      : variable_(std::move(variable)), before_(variable_->read()), value_(value) {}

  void acquire() {
    const std::lock_guard lock(mutex_);
    if (holders_++ == 0) variable_->write(value_);
  }
  void release() {
    const std::lock_guard lock(mutex_);
    if (--holders_ == 0) variable_->write(before_);
  }

 private:
  std::shared_ptr<ControlVariable> variable_;
  int before_;
  int value_;
  std::mutex mutex_;
  int holders_ = 0;
};

class Hold {
 public:
  explicit Hold(SharedValue& value) : value_(value) { value_.acquire(); }
  ~Hold() { value_.release(); }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

 private:
  SharedValue& value_;
};

/// What a subject changes. MPICH reads its variables at every call, and uses the forced algorithm
/// also for collectives inside of other functions: so it is forced only while a call runs.
struct MpichForcing {
  MpichForcing(std::shared_ptr<ControlVariable> chosen, int value, bool strict)
      : fallback_variable(require_variable("MPIR_CVAR_COLLECTIVE_FALLBACK")),
        device_variable(require_variable("MPIR_CVAR_DEVICE_COLLECTIVES")),
        algorithm(std::move(chosen), value),
        device(device_variable, value_of(*device_variable, "none")),
        fallback(fallback_variable, value_of(*fallback_variable, strict ? "error" : "silent")) {}

  std::shared_ptr<ControlVariable> fallback_variable, device_variable;
  SharedValue algorithm, device, fallback;
};

/// MPICH refuses a call that the forced algorithm cannot serve, before any data moves and at all
/// ranks alike. That is how it tells; then the call is repeated with the library's own choice.
class MpichActivation : public Activation {
 public:
  MpichActivation(MPI_Comm comm, std::shared_ptr<MpichForcing> forcing, bool strict)
      : comm_(comm),
        forcing_(std::move(forcing)),
        device_(forcing_->device),
        fallback_(forcing_->fallback),
        strict_(strict) {
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
    const int code = run_forced(call);
    ran_ = strict_ ? Ran::yes : Ran::unknown;
    if (code == MPI_SUCCESS || !strict_) return code;
    const int code_of_substitute = call_library(call);
    if (code_of_substitute == MPI_SUCCESS) ran_ = Ran::no;
    return code_of_substitute;
  }

 private:
  int run_forced(const Call& call) {
    const Hold algorithm(forcing_->algorithm);
    return call_library(call);
  }

  MPI_Comm comm_;
  std::shared_ptr<MpichForcing> forcing_;
  Hold device_, fallback_;
  bool strict_;
  MPI_Errhandler before_ = MPI_ERRHANDLER_NULL;
  Ran ran_ = Ran::unknown;
};

class MpichSubject : public Subject {
 public:
  MpichSubject(ForcedName name, std::shared_ptr<ControlVariable> algorithm, int value)
      : name_(std::move(name)),
        forcing_(std::make_shared<MpichForcing>(std::move(algorithm), value, strict())) {}

  std::string name() const override { return print(name_); }

  /// What else it needs only the library knows, and tells when it is called.
  bool applicable(const Shape& shape) const override {
    return shape.collective == name_.collective && !aborts(shape, name_.algorithm);
  }

  std::unique_ptr<Activation> activate(MPI_Comm comm) const override {
    return std::make_unique<MpichActivation>(comm, forcing_, strict());
  }

 private:
  bool strict() const { return !delegates(name_.algorithm); }

  ForcedName name_;
  std::shared_ptr<MpichForcing> forcing_;  ///< shared by its activations
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

const ForcingLibrary mpich_forcing{"mpich", "auto", variable, parameters, subject};

}  // namespace tutti
