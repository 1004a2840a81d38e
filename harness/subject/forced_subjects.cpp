#include "harness/subject/forced_subjects.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>

#include "contract/error.hpp"
#include "contract/library_version.hpp"
#include "harness/subject/forcing_library.hpp"

namespace tutti {
namespace {

constexpr std::array libraries{&mpich_forcing, &openmpi_forcing};

std::string choices(const ControlVariable& variable) {
  std::string result;
  for (const auto& [value_name, value] : variable.values())
    result += (result.empty() ? "" : ", ") + value_name;
  return result;
}

ForcedName parse_for(const ForcingLibrary& library, std::string_view text) {
  auto name = parse_forced_name(text);
  if (name.library != library.name)
    throw UsageError(fmt::format("'{}' cannot be forced here: the MPI library that runs is {}",
                                 text, library.name));
  return name;
}

std::unique_ptr<Subject> component_subject(const ForcingLibrary& library, std::string_view text) {
  for (auto& subject : library.components())
    if (subject->name() == text) return std::move(subject);
  throw UsageError(
      fmt::format("'{}': the MPI library has no such component, or the component does not serve "
                  "this collective",
                  text));
}

}  // namespace

const ForcingLibrary& running_library() {
  for (const auto* library : libraries)
    if (library->name == library_name()) return *library;
  throw CannotRun(
      fmt::format("no way is known to force an algorithm inside '{}'", library_version()));
}

std::shared_ptr<ControlVariable> require_variable(const std::string& name) {
  if (auto variable = ControlVariable::find(name)) return variable;
  throw CannotRun(fmt::format("the MPI library has no control variable {}", name));
}

Communicator duplicate_that_returns_errors(MPI_Comm comm) {
  MPI_Comm duplicate = MPI_COMM_NULL;
  PMPI_Comm_dup(comm, &duplicate);
  PMPI_Comm_set_errhandler(duplicate, MPI_ERRORS_RETURN);
  return Communicator(duplicate);
}

int start_and_wait(Activation& activation, const Call& call) {
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = activation.start(call, &request);
  return code == MPI_SUCCESS ? PMPI_Wait(&request, MPI_STATUS_IGNORE) : code;
}

void prepare_forcing() {
  // Open MPI honours forced algorithms only if this is set; MPICH ignores it.
  setenv("OMPI_MCA_coll_tuned_use_dynamic_rules", "1", 1);
}

Subjects forced_subjects() {
  const auto& library = running_library();
  Subjects result;
  for (const auto collective : collectives_with_algorithms())
    for (const bool nonblocking : {false, true}) {
      ForcedName name{.library = std::string(library.name),
                      .collective = collective,
                      .nonblocking = nonblocking};
      const std::shared_ptr variable = ControlVariable::find(library.variable(name));
      if (!variable) continue;
      for (const auto& [algorithm, value] : variable->values()) {
        if (algorithm == library.automatic) continue;
        name.algorithm = algorithm;
        result.push_back(library.subject(name, variable, value));
      }
    }
  std::ranges::move(library.components(), std::back_inserter(result));
  return result;
}

std::unique_ptr<Subject> forced_subject(std::string_view text) {
  const auto& library = running_library();
  auto name = parse_for(library, text);
  if (!name.component.empty()) return component_subject(library, text);
  const auto variable = require_variable(library.variable(name));
  const auto value = variable->value_named(name.algorithm);
  if (!value || name.algorithm == library.automatic)
    throw UsageError(fmt::format("'{}': the MPI library has no such algorithm, but {}", text,
                                 choices(*variable)));
  return library.subject(std::move(name), variable, *value);
}

bool names_forced_subject(std::string_view name) {
  return std::ranges::any_of(libraries, [&](const ForcingLibrary* library) {
    return name.starts_with(library->name) && name.substr(library->name.size()).starts_with(':');
  });
}

std::map<std::string, std::string> forcing_environment(std::string_view text) {
  const auto name = parse_forced_name(text);
  for (const auto* library : libraries)
    if (library->name == name.library) return library->environment(name);
  throw UsageError(
      fmt::format("'{}': no way is known to force an algorithm inside '{}'", text, name.library));
}

std::vector<std::string> forced_parameters(std::string_view text) {
  const auto& library = running_library();
  const auto name = parse_for(library, text);
  return library.parameters(name);
}

}  // namespace tutti
