#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <deque>
#include <functional>
#include <map>
#include <utility>

#include "contract/error.hpp"
#include "harness/subject/forcing_library.hpp"

namespace tutti {
namespace {

/// Returns whether the algorithm calls the same collective on parts of the communicator. There the
/// library makes its own choice instead of the forced one, and what runs cannot be known.
bool delegates(std::string_view algorithm) {
  return algorithm.ends_with("smp") || algorithm.ends_with("auto");
}

/// Returns whether the call would abort the process. MPICH checks before each algorithm whether it
/// can serve the call, but these checks are missing.
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

/// Variables, and the values that they are given.
using Settings = std::vector<std::pair<std::shared_ptr<ControlVariable>, int>>;

/// The variables that a subject changes. MPICH reads them at every call, and uses the forced
/// algorithm also for collectives inside other functions, so it is forced only while a call runs.
struct MpichForcing {
  MpichForcing(const Settings& chosen, bool strict)
      : fallback_variable(require_variable("MPIR_CVAR_COLLECTIVE_FALLBACK")),
        device_variable(require_variable("MPIR_CVAR_DEVICE_COLLECTIVES")),
        device(device_variable, value_of(*device_variable, "none")),
        fallback(fallback_variable, value_of(*fallback_variable, strict ? "error" : "silent")) {
    for (const auto& [variable, value] : chosen) algorithm.emplace_back(variable, value);
  }

  /// Returns holds that, while they live, make calls run the algorithm with its parameters.
  std::vector<Hold> hold_algorithm() {
    std::vector<Hold> holds;
    for (auto& value : algorithm) holds.emplace_back(value);
    return holds;
  }

  std::shared_ptr<ControlVariable> fallback_variable, device_variable;
  std::deque<SharedValue> algorithm;  ///< and its parameters
  SharedValue device, fallback;
};

/// An activation of a forced algorithm. If the algorithm cannot serve a call, MPICH returns an
/// error, before any data move and at all ranks; the call is then repeated with the library's own
/// choice.
class MpichActivation : public Activation {
 public:
  MpichActivation(MPI_Comm comm, std::shared_ptr<MpichForcing> forcing, bool strict,
                  bool nonblocking)
      : comm_(comm),
        forcing_(std::move(forcing)),
        device_(forcing_->device),
        fallback_(forcing_->fallback),
        strict_(strict),
        nonblocking_(nonblocking) {
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
    if (nonblocking_) return start_and_wait(*this, call);
    return forced_or_substituted([&] { return call_library(call); });
  }
  int start(const Call& call, MPI_Request* request) override {
    return forced_or_substituted([&] { return start_library(call, request); });
  }

 private:
  template <typename CallsLibrary>
  int forced_or_substituted(const CallsLibrary& call_it) {
    int code = MPI_SUCCESS;
    {
      const auto algorithm = forcing_->hold_algorithm();
      code = call_it();
    }
    ran_ = strict_ ? Ran::yes : Ran::unknown;
    if (code == MPI_SUCCESS || !strict_) return code;
    const int code_of_substitute = call_it();
    if (code_of_substitute == MPI_SUCCESS) ran_ = Ran::no;
    return code_of_substitute;
  }

  MPI_Comm comm_;
  std::shared_ptr<MpichForcing> forcing_;
  Hold device_, fallback_;
  bool strict_;
  bool nonblocking_;
  MPI_Errhandler before_ = MPI_ERRHANDLER_NULL;
  Ran ran_ = Ran::unknown;
};

class MpichSubject : public Subject {
 public:
  MpichSubject(ForcedName name, const Settings& settings)
      : name_(std::move(name)), forcing_(std::make_shared<MpichForcing>(settings, strict())) {}

  std::string name() const override { return print(name_); }

  /// Further limits are known only to the library, which returns an error when it is called.
  bool applicable(const Shape& shape) const override {
    return shape.collective == name_.collective && !aborts(shape, name_.algorithm);
  }
  bool nonblocking() const override { return name_.nonblocking; }

  std::unique_ptr<Activation> activate(MPI_Comm comm) const override {
    return std::make_unique<MpichActivation>(comm, forcing_, strict(), name_.nonblocking);
  }

 private:
  bool strict() const { return !delegates(name_.algorithm); }

  ForcedName name_;
  std::shared_ptr<MpichForcing> forcing_;  ///< shared by its activations
};

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

std::string variable(const ForcedName& name) {
  return fmt::format("MPIR_CVAR_{}_INTRA_ALGORITHM", upper(collective_name(name)));
}

/// A parameter in the names of subjects, and the suffix of the control variable that holds it.
struct Ending {
  std::string_view parameter;
  std::string_view variable;
};
constexpr std::array endings{Ending{"k", "_KVAL"},
                             Ending{"chunk", "_PIPELINE_CHUNK_SIZE"},
                             Ending{"chunk", "_CHUNK_SIZE"},
                             Ending{"buffer_per_child", "_BUFFER_PER_CHILD"},
                             Ending{"buffer_per_neighbor", "_BUFFER_PER_NBR"},
                             Ending{"single_phase_receive", "_SINGLE_PHASE_RECV"}};

/// Returns whether each word of a variable's name (`DISSEM`, `RECEXCH`) is the beginning of a word
/// in the name of the algorithm (`k_dissemination`).
bool names_algorithm(std::string_view words, const std::string& algorithm) {
  const std::string all = "_" + upper(algorithm);
  while (!words.empty()) {
    const auto word = words.substr(0, words.find('_'));
    if (all.find(fmt::format("_{}", word)) == std::string::npos) return false;
    words.remove_prefix(std::min(words.size(), word.size() + 1));
  }
  return true;
}

/// Returns whether the algorithm is an older form without parameters: one of MPICH's schedules, or
/// one beside a newer form, as `brucks` beside `k_brucks`.
bool has_no_parameters(const ForcedName& name) {
  if (name.algorithm.starts_with("sched_")) return true;
  const auto algorithms = ControlVariable::find(variable(name));
  return algorithms && algorithms->value_named("k_" + name.algorithm);
}

/// Returns MPICH's variables for the parameters of the algorithm, by parameter. One parameter may
/// have several variables: an algorithm of two parts has a radix for each part.
std::multimap<std::string, std::string> parameter_variables(const ForcedName& name) {
  std::multimap<std::string, std::string> found;
  if (has_no_parameters(name)) return found;
  const auto beginning = fmt::format("MPIR_CVAR_{}_", upper(collective_name(name)));
  for (const auto& variable : variables_named(beginning)) {
    const auto ending = std::ranges::find_if(
        endings, [&](const Ending& each) { return variable.ends_with(each.variable); });
    if (ending == endings.end()) continue;
    auto words = std::string_view(variable).substr(beginning.size());
    words.remove_suffix(std::min(words.size(), ending->variable.size()));
    if (!words.empty() && names_algorithm(words, name.algorithm))
      found.emplace(ending->parameter, variable);
  }
  return found;
}

std::vector<std::string> parameters(const ForcedName& name) {
  std::vector<std::string> result;
  for (const auto& [parameter, variable] : parameter_variables(name))
    if (result.empty() || result.back() != parameter) result.push_back(parameter);
  return result;
}

std::unique_ptr<Subject> subject(ForcedName name, std::shared_ptr<ControlVariable> algorithm,
                                 int value) {
  Settings settings{{std::move(algorithm), value}};
  const auto variables = parameter_variables(name);
  for (const auto& [parameter, given] : name.parameters) {
    const auto [begin, end] = variables.equal_range(parameter);
    if (begin == end)
      throw UsageError(fmt::format("'{}' reads no parameter '{}'", print(name), parameter));
    for (auto each = begin; each != end; ++each)
      settings.emplace_back(require_variable(each->second), given);
  }
  return std::make_unique<MpichSubject>(std::move(name), settings);
}

std::map<std::string, std::string> environment(const ForcedName& name) {
  std::map<std::string, std::string> variables{{variable(name), name.algorithm},
                                               {"MPIR_CVAR_DEVICE_COLLECTIVES", "none"}};
  if (name.parameters.empty()) return variables;
  const auto known = parameter_variables(name);
  for (const auto& [parameter, value] : name.parameters) {
    const auto [begin, end] = known.equal_range(parameter);
    for (auto each = begin; each != end; ++each) variables[each->second] = std::to_string(value);
  }
  return variables;
}

/// MPICH has no components.
Subjects no_components() { return {}; }

}  // namespace

const ForcingLibrary mpich_forcing{"mpich", "auto",      variable,     parameters,
                                   subject, environment, no_components};

}  // namespace tutti
