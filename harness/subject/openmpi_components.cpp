#include "harness/subject/openmpi_components.hpp"

#include <fmt/core.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "contract/error.hpp"
#include "harness/subject/forcing_library.hpp"

namespace tutti {
namespace {

/// A component of Open MPI's framework `coll`, with the collectives that any version of it has.
struct Component {
  std::string_view name;
  bool nonblocking = false;  ///< has the non-blocking collectives, too
  std::vector<Collective> collectives;
  /// The variables that it needs, beyond its priority, to serve communicators of any size.
  std::map<std::string, int> settings = {};
};

const std::vector<Component>& components() {
  using enum Collective;
  static const std::vector<Component> table{
      {.name = "acoll",
       .collectives = {allgather, allreduce, alltoall, barrier, bcast, gather, reduce},
       .settings = {{"coll_acoll_comm_size_thresh", 2}}},
      {.name = "adapt", .nonblocking = true, .collectives = {bcast, reduce}},
      {.name = "basic", .collectives = collectives_with_algorithms()},
      {.name = "han",
       .collectives = {allgather, allreduce, alltoall, alltoallv, barrier, bcast, gather, gatherv,
                       reduce, scatter, scatterv}},
      {.name = "sm", .collectives = {allreduce, barrier, bcast, reduce}},
      {.name = "ucc",
       .nonblocking = true,
       .collectives = {allgather, allgatherv, allreduce, alltoall, alltoallv, barrier, bcast,
                       gather, gatherv, reduce, reduce_scatter, reduce_scatter_block, scatter,
                       scatterv},
       .settings = {{"coll_ucc_enable", 1}}},
      {.name = "xhc", .collectives = {allreduce, barrier, bcast, reduce}},
  };
  return table;
}

constexpr int above_all_others = 90;
constexpr int tells_what_it_selects = 20;

/// Captures what the library writes to standard error while it lives.
class CapturedErrors {
 public:
  CapturedErrors() : before_(dup(STDERR_FILENO)), memory_(memfd_create("errors", MFD_CLOEXEC)) {
    dup2(memory_, STDERR_FILENO);
  }
  ~CapturedErrors() {
    end();
    close(memory_);
  }
  CapturedErrors(const CapturedErrors&) = delete;
  CapturedErrors& operator=(const CapturedErrors&) = delete;

  std::string text() {
    end();
    std::string result(static_cast<std::size_t>(std::max<off_t>(lseek(memory_, 0, SEEK_END), 0)),
                       '\0');
    const auto got = pread(memory_, result.data(), result.size(), 0);
    result.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return result;
  }

 private:
  void end() {
    if (before_ < 0) return;
    dup2(before_, STDERR_FILENO);
    close(std::exchange(before_, -1));
  }

  int before_;
  int memory_;
};

/// Returns the component that the library selected for a collective of a communicator, from its
/// output `... rank 0 bcast -> xhc`; nothing before Open MPI 6.0, which does not print it.
std::optional<std::string> selected_for(const std::string& collective, const std::string& said) {
  const auto before = fmt::format(" {} -> ", collective);
  std::optional<std::string> selected;
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);)
    if (const auto found = line.find(before); found != std::string::npos)
      selected = line.substr(found + before.size());
  return selected;
}

/// Writes the other lines of the captured output to standard error.
void pass_on(const std::string& said) {
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);)
    if (line.find("] coll:") == std::string::npos) fmt::print(stderr, "{}\n", line);
}

class ComponentActivation : public Activation {
 public:
  ComponentActivation(Communicator comm, Ran ran, bool nonblocking)
      : comm_(std::move(comm)), ran_(ran), nonblocking_(nonblocking) {}

  MPI_Comm comm() const override { return comm_.get(); }
  int run(const Call& call) override {
    return nonblocking_ ? start_and_wait(*this, call) : call_library(call);
  }
  int start(const Call& call, MPI_Request* request) override {
    return start_library(call, request);
  }
  Ran ran() const override { return ran_; }

 private:
  Communicator comm_;
  Ran ran_;
  bool nonblocking_;
};

class ComponentSubject : public Subject {
 public:
  using Settings = std::vector<std::pair<std::shared_ptr<ControlVariable>, int>>;

  ComponentSubject(ForcedName name, Settings settings)
      : name_(std::move(name)), settings_(std::move(settings)) {}

  std::string name() const override { return print(name_); }
  bool applicable(const Shape& shape) const override {
    return shape.collective == name_.collective && shape.ranks > 1;
  }
  bool nonblocking() const override { return name_.nonblocking; }

  /// Open MPI chooses components by priority when a communicator is made, MPI_COMM_WORLD included.
  std::map<std::string, std::string> environment() const override {
    std::map<std::string, std::string> variables;
    for (const auto& [variable, value] : settings_)
      if (variable->read() != value)
        variables["OMPI_MCA_" + variable->name()] = std::to_string(value);
    return variables;
  }

  std::unique_ptr<Activation> activate(MPI_Comm comm) const override {
    CapturedErrors errors;
    auto duplicate = duplicate_that_returns_errors(comm);
    const auto said = errors.text();
    pass_on(said);
    const auto selected = selected_for(collective_name(name_), said);
    const Ran ran = !selected ? Ran::unknown : *selected == name_.component ? Ran::yes : Ran::no;
    return std::make_unique<ComponentActivation>(std::move(duplicate), ran, name_.nonblocking);
  }

 private:
  ForcedName name_;
  Settings settings_;
};

/// Returns the variables and values that select a component; nothing if the library lacks it.
std::optional<ComponentSubject::Settings> settings_for(const Component& component) {
  ComponentSubject::Settings settings;
  const auto add = [&](const std::string& variable, int value) {
    std::shared_ptr found = ControlVariable::find(variable);
    if (!found) return false;
    settings.emplace_back(std::move(found), value);
    return true;
  };
  if (!add(openmpi_priority(component.name), above_all_others)) return std::nullopt;
  for (const auto& [variable, value] : component.settings) add(variable, value);
  add("coll_base_verbose", tells_what_it_selects);
  return settings;
}

}  // namespace

std::string openmpi_priority(std::string_view component) {
  return fmt::format("coll_{}_priority", component);
}

std::map<std::string, std::string> openmpi_component_environment(std::string_view name) {
  std::map<std::string, std::string> variables{
      {"OMPI_MCA_" + openmpi_priority(name), std::to_string(above_all_others)}};
  const auto component = std::ranges::find(components(), name, &Component::name);
  if (component != components().end())
    for (const auto& [variable, value] : component->settings)
      variables["OMPI_MCA_" + variable] = std::to_string(value);
  return variables;
}

Subjects openmpi_component_subjects() {
  Subjects result;
  for (const auto& component : components()) {
    const auto settings = settings_for(component);
    if (!settings) continue;
    for (const Collective collective : component.collectives)
      for (const bool nonblocking : {false, true})
        if (!nonblocking || component.nonblocking)
          result.push_back(std::make_unique<ComponentSubject>(
              ForcedName{.library = "openmpi",
                         .component = std::string(component.name),
                         .collective = collective,
                         .nonblocking = nonblocking},
              *settings));
  }
  return result;
}

}  // namespace tutti
