#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

#include "contract/error.hpp"
#include "harness/subject/forcing_library.hpp"
#include "harness/subject/openmpi_algorithm_limits.hpp"
#include "harness/subject/openmpi_components.hpp"

namespace tutti {
namespace {

/// A priority at which HAN, which comes before tuned on communicators over several nodes, does not.
constexpr int below_tuned = 0;

/// Returns the component in which algorithms can be forced: of several components for blocking
/// collectives, `tuned`; non-blocking collectives have only `libnbc`.
std::string component(const ForcedName& name) { return name.nonblocking ? "libnbc" : "tuned"; }

std::string variable(const ForcedName& name) {
  if (!name.component.empty()) return openmpi_priority(name.component);
  return fmt::format("coll_{}_{}_algorithm", component(name), collective_name(name));
}

/// Returns the prefix of the variables of the algorithm's parameters.
std::string prefix_of_parameters(const ForcedName& name) {
  return name.nonblocking ? fmt::format("coll_libnbc_{}", collective_name(name)) : variable(name);
}

/// Returns the suffixes of the variables of a parameter. Chains and trees have a variable each for
/// the fanout; both are set, since an algorithm reads only one of them.
std::vector<std::string> suffixes(std::string_view parameter) {
  static const std::map<std::string_view, std::vector<std::string>> table{
      {"segment", {"_segmentsize"}},
      {"fanout", {"_tree_fanout", "_chain_fanout"}},
      {"radix", {"_knomial_radix"}},
      {"max_requests", {"_max_requests"}},
  };
  const auto found = table.find(parameter);
  return found == table.end() ? std::vector<std::string>{} : found->second;
}

struct Setting {
  std::shared_ptr<ControlVariable> variable;
  int value;
};
using Settings = std::vector<Setting>;

/// Duplicates the communicator while the variables have these values: Open MPI reads its variables
/// when a communicator is made. Restores them before it returns.
Communicator duplicate_under(const Settings& settings, MPI_Comm comm) {
  std::vector<std::unique_ptr<ScopedValue>> forced;
  for (const auto& setting : settings)
    forced.push_back(std::make_unique<ScopedValue>(*setting.variable, setting.value));
  return duplicate_that_returns_errors(comm);
}

class OpenMpiActivation : public Activation {
 public:
  OpenMpiActivation(Communicator comm, ForcedName name, std::int64_t segment)
      : comm_(std::move(comm)), name_(std::move(name)), segment_(segment) {}

  MPI_Comm comm() const override { return comm_.get(); }
  int run(const Call& call) override {
    last_ = call;
    return call_library(call);
  }
  /// Answers from the sources of Open MPI, since Open MPI does not report what it ran.
  Ran ran() const override {
    return runs(name_.collective, name_.algorithm, facts_of(last_, segment_));
  }

 private:
  Communicator comm_;
  ForcedName name_;
  std::int64_t segment_;
  Call last_;
};

/// An activation of a non-blocking algorithm. libnbc reads its variables when a call is started.
class LibnbcActivation : public Activation {
 public:
  LibnbcActivation(Communicator comm, std::shared_ptr<SharedValue> algorithm)
      : comm_(std::move(comm)), algorithm_(std::move(algorithm)) {}

  MPI_Comm comm() const override { return comm_.get(); }
  int run(const Call& call) override { return start_and_wait(*this, call); }
  int start(const Call& call, MPI_Request* request) override {
    const Hold hold(*algorithm_);
    return start_library(call, request);
  }
  /// libnbc silently takes another algorithm if the chosen one cannot serve a call.
  Ran ran() const override { return Ran::unknown; }

 private:
  Communicator comm_;
  std::shared_ptr<SharedValue> algorithm_;
};

class OpenMpiSubject : public Subject {
 public:
  OpenMpiSubject(ForcedName name, Settings settings)
      : name_(std::move(name)),
        settings_(std::move(settings)),
        algorithm_(
            std::make_shared<SharedValue>(settings_.back().variable, settings_.back().value)) {}

  std::string name() const override { return print(name_); }

  bool applicable(const Shape& shape) const override {
    return shape.collective == name_.collective && serves_ranks(name_.algorithm, shape.ranks);
  }
  bool nonblocking() const override { return name_.nonblocking; }

  /// Returns the variables that cannot be written in this process and do not have the needed value.
  std::map<std::string, std::string> environment() const override {
    std::map<std::string, std::string> variables;
    for (const auto& [variable, value] : settings_)
      if (!variable->writable() && variable->read() != value)
        variables["OMPI_MCA_" + variable->name()] = std::to_string(value);
    return variables;
  }

  std::unique_ptr<Activation> activate(MPI_Comm comm) const override {
    if (name_.nonblocking)
      return std::make_unique<LibnbcActivation>(duplicate_under({}, comm), algorithm_);
    Settings to_write;
    for (const auto& setting : settings_)
      if (setting.variable->writable()) to_write.push_back(setting);
    return std::make_unique<OpenMpiActivation>(duplicate_under(to_write, comm), name_, segment());
  }

 private:
  std::int64_t segment() const {
    const auto given = name_.parameters.find("segment");
    if (given != name_.parameters.end()) return given->second;
    const auto asked = ControlVariable::find(variable(name_) + "_segmentsize");
    return asked ? asked->read() : 0;
  }

  ForcedName name_;
  Settings settings_;                       ///< the last one chooses the algorithm
  std::shared_ptr<SharedValue> algorithm_;  ///< shared by the activations if non-blocking
};

std::vector<std::string> parameters(const ForcedName& name) {
  using Names = std::vector<std::string>;
  auto result = !name.nonblocking             ? parameters_read(name.collective, name.algorithm)
                : name.algorithm == "knomial" ? Names{"radix"}
                                              : Names{};
  std::erase_if(result, [&](const std::string& parameter) {
    return std::ranges::none_of(suffixes(parameter), [&](const std::string& suffix) {
      return ControlVariable::find(prefix_of_parameters(name) + suffix) != nullptr;
    });
  });
  return result;
}

Settings settings_of(const ForcedName& name) {
  Settings settings;
  const auto known = parameters(name);
  for (const auto& [parameter, value] : name.parameters) {
    if (std::ranges::find(known, parameter) == known.end())
      throw UsageError(fmt::format("'{}' reads no parameter '{}'", print(name), parameter));
    for (const auto& suffix : suffixes(parameter))
      if (std::shared_ptr found = ControlVariable::find(prefix_of_parameters(name) + suffix))
        settings.push_back({std::move(found), value});
  }
  return settings;
}

std::unique_ptr<Subject> subject(ForcedName name, std::shared_ptr<ControlVariable> algorithm,
                                 int value) {
  auto settings = settings_of(name);
  if (!name.nonblocking)
    if (std::shared_ptr priority = ControlVariable::find(openmpi_priority("han")))
      settings.push_back({std::move(priority), below_tuned});
  if (!name.nonblocking && require_variable("coll_tuned_use_dynamic_rules")->read() == 0)
    throw CannotRun("Open MPI takes no forced algorithm: coll_tuned_use_dynamic_rules is 0");
  settings.push_back({std::move(algorithm), value});
  return std::make_unique<OpenMpiSubject>(std::move(name), std::move(settings));
}

std::map<std::string, std::string> environment(const ForcedName& name) {
  if (!name.component.empty()) return openmpi_component_environment(name.component);
  std::map<std::string, std::string> variables{{"OMPI_MCA_" + variable(name), name.algorithm}};
  if (!name.nonblocking) {
    variables["OMPI_MCA_coll_tuned_use_dynamic_rules"] = "1";
    variables["OMPI_MCA_" + openmpi_priority("han")] = std::to_string(below_tuned);
  }
  for (const auto& [parameter, value] : name.parameters)
    for (const auto& suffix : suffixes(parameter))
      variables["OMPI_MCA_" + prefix_of_parameters(name) + suffix] = std::to_string(value);
  return variables;
}

}  // namespace

const ForcingLibrary openmpi_forcing{
    "openmpi", "ignore", variable, parameters, subject, environment, openmpi_component_subjects};

}  // namespace tutti
