#include "harness/runner/launch_facts.hpp"

#include <mpi.h>

#include <array>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "contract/error.hpp"
#include "contract/library_version.hpp"
#include "harness/case/case_communicators.hpp"
#include "harness/case/enum_names.hpp"
#include "harness/case/type_names.hpp"
#include "harness/platform/json.hpp"
#include "harness/runner/communicator_functions.hpp"
#include "harness/runner/read_message.hpp"
#include "harness/subject/forced_subjects.hpp"
#include "harness/subject/subject.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;

std::string machine_name() {
  std::array<char, MPI_MAX_PROCESSOR_NAME> text{};
  int length = 0;
  MPI_Get_processor_name(text.data(), &length);
  return {text.data(), static_cast<std::size_t>(length)};
}

Subjects subjects_of(const std::string& target) {
  if (target != "reference") return subjects(target);
  Subjects only;
  only.push_back(find_subject(target));
  return only;
}

/// Returns whether the subject can run the collective. Tries small shapes, of which any algorithm
/// for the collective can run at least one.
bool can_do(const Subject& subject, Collective collective) {
  const bool reducing = traits(collective).reducing;
  for (const int ranks : {1, 2, 3, 4, 5, 8})
    for (const int count : {0, 1, 64})
      for (const Operator op : {Operator::sum, Operator::affine}) {
        Operation operation{.collective = collective, .counts = {count}};
        if (reducing) operation.op = op;
        if (op == Operator::affine && reducing) operation.element = Element::uint32;
        if (subject.applicable(shape_of(operation, ranks))) return true;
      }
  return false;
}

std::vector<Collective> collectives_where(const std::function<bool(Collective)>& holds) {
  std::vector<Collective> collectives;
  for (const auto collective : all_collectives())
    if (holds(collective)) collectives.push_back(collective);
  return collectives;
}

/// Returns what can make communicators in this launch, beside the usual functions.
std::vector<MadeBy> other_makers(bool one_host) {
  std::vector<MadeBy> makers;
  for (const auto& row : enum_names<MadeBy>)
    if (row.value != MadeBy::usual && library_has(row.value) &&
        (row.value != MadeBy::split_type || one_host))
      makers.push_back(row.value);
  return makers;
}

Scope scope_of(const Subject& subject, int ranks, const std::vector<TypeName>& types,
               const std::vector<MadeBy>& made_by) {
  return {
      .subject = subject.name(),
      .collectives = collectives_where([&](Collective each) { return can_do(subject, each); }),
      .laws = {},
      .types = types,
      .made_by = made_by,
      .world_ranks = ranks,
      .nonblocking = subject.nonblocking(),
      .persistent = collectives_where([&](Collective each) { return subject.persistent(each); }),
      .large_counts =
          collectives_where([&](Collective each) { return subject.has_large_counts(each); }),
      .any_communicator = subject.takes_any_communicator(),
      // A forced choice acts on the whole process: two threads would undo each other's.
      .threads = !names_forced_subject(subject.name()),
      .own_launch = !subject.environment().empty()};
}

Json to_json(const std::vector<Collective>& collectives) {
  Json names = Json::array();
  for (const auto collective : collectives) names.push_back(name(collective));
  return names;
}

Json to_json(const Scope& scope) {
  Json types = Json::array();
  for (const auto type : scope.types) types.push_back(enum_name(type));
  Json made_by = Json::array();
  for (const auto maker : scope.made_by) made_by.push_back(enum_name(maker));
  return {{"subject", scope.subject},
          {"collectives", to_json(scope.collectives)},
          {"world_ranks", scope.world_ranks},
          {"nonblocking", scope.nonblocking},
          {"persistent", to_json(scope.persistent)},
          {"large_counts", to_json(scope.large_counts)},
          {"any_communicator", scope.any_communicator},
          {"threads", scope.threads},
          {"own_launch", scope.own_launch},
          {"types", types},
          {"made_by", made_by}};
}

int ranks_from(const Json& json) {
  return static_cast<int>(whole_number(json, 1, std::numeric_limits<int>::max()));
}

template <class Enum>
Enum enum_from(const Json& name) {
  const auto value = enum_value<Enum>(name.get<std::string>());
  if (!value) throw UsageError("expected one of " + all_names<Enum>());
  return *value;
}

WrongOperator wrong_operator_from(const Json& row) {
  return {enum_from<Operator>(row.at(0)), enum_from<Element>(row.at(1)),
          enum_from<TypeName>(row.at(2)), row.at(3)};
}

std::vector<Collective> collectives_from(const Json& names) {
  std::vector<Collective> collectives;
  for (const auto& text : names) {
    const auto collective = collective_named(text.get<std::string>());
    if (!collective) throw UsageError("expected the name of a collective");
    collectives.push_back(*collective);
  }
  return collectives;
}

Scope scope_from(const Json& json) {
  Scope scope{.subject = json.at("subject"),
              .collectives = collectives_from(json.at("collectives")),
              .laws = {},
              .types = {},
              .made_by = {},
              .world_ranks = ranks_from(json.at("world_ranks")),
              .nonblocking = json.at("nonblocking"),
              .persistent = collectives_from(json.at("persistent")),
              .large_counts = collectives_from(json.at("large_counts")),
              .any_communicator = json.at("any_communicator"),
              .threads = json.at("threads"),
              .own_launch = json.at("own_launch")};
  for (const auto& type : json.at("types")) scope.types.push_back(enum_from<TypeName>(type));
  for (const auto& maker : json.at("made_by")) scope.made_by.push_back(enum_from<MadeBy>(maker));
  return scope;
}

}  // namespace

LaunchFacts gather_facts(const std::string& target, const Coordinator& coordinator,
                         const RankProgress& progress) {
  LaunchFacts facts{.library = library_version(),
                    .machine = machine_name(),
                    .ranks = coordinator.ranks(),
                    .one_host = progress.one_host(),
                    .wrong_operators = wrong_operators()};
  const auto types = available_type_names();
  const auto makers = other_makers(facts.one_host);
  for (const auto& subject : subjects_of(target)) {
    facts.scopes.push_back(scope_of(*subject, facts.ranks, types, makers));
    if (auto environment = subject->environment(); !environment.empty())
      facts.environments[subject->name()] = std::move(environment);
  }
  return facts;
}

std::string to_text(const LaunchFacts& facts) {
  Json operators = Json::array();
  for (const auto& wrong : facts.wrong_operators)
    operators.push_back(
        {enum_name(wrong.op), enum_name(wrong.element), enum_name(wrong.type), wrong.what});
  Json scopes = Json::array();
  for (const auto& scope : facts.scopes) scopes.push_back(to_json(scope));
  return Json{
      {"library", facts.library},          {"machine", facts.machine}, {"ranks", facts.ranks},
      {"one_host", facts.one_host},        {"operators", operators},   {"scopes", scopes},
      {"environments", facts.environments}}
      .dump();
}

static LaunchFacts facts_of(const Json& json) {
  LaunchFacts facts{.library = json.at("library"),
                    .machine = json.at("machine"),
                    .ranks = ranks_from(json.at("ranks")),
                    .one_host = json.at("one_host")};
  for (const auto& row : json.at("operators"))
    facts.wrong_operators.push_back(wrong_operator_from(row));
  for (const auto& scope : json.at("scopes")) facts.scopes.push_back(scope_from(scope));
  facts.environments = json.at("environments");
  return facts;
}

LaunchFacts facts_from(const std::string& text) { return read_message(text, facts_of); }

}  // namespace tutti
