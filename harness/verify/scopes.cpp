#include "harness/verify/scopes.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

#include "contract/error.hpp"
#include "harness/case/place.hpp"
#include "harness/subject/forced.hpp"
#include "properties/law.hpp"

namespace tutti {
namespace {

/// Small shapes of a collective, among which is one that any algorithm for it can do.
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

bool contains(const std::vector<Collective>& collectives, Collective collective) {
  return std::find(collectives.begin(), collectives.end(), collective) != collectives.end();
}

std::vector<std::string> laws_about(const std::vector<Collective>& collectives) {
  std::vector<std::string> names;
  for (const auto& row : laws())
    if (std::any_of(row.law->collectives.begin(), row.law->collectives.end(),
                    [&](Collective each) { return contains(collectives, each); }))
      names.emplace_back(row.name);
  return names;
}

/// Leaves only what the options name, if they name any.
void restrict_to(const std::vector<std::string>& names, std::vector<Collective>& collectives) {
  if (names.empty()) return;
  std::erase_if(collectives, [&](Collective collective) {
    return std::find(names.begin(), names.end(), name(collective)) == names.end();
  });
}

Subjects subjects_of(const std::string& target) {
  if (target != "reference") return subjects(target);
  Subjects only;
  only.push_back(find_subject(target));
  return only;
}

}  // namespace

std::vector<Collective> collectives_of(const Subject& subject) {
  std::vector<Collective> collectives;
  for (const auto& row : collective_table) {
    const auto collective = *collective_named(row.name);
    if (can_do(subject, collective)) collectives.push_back(collective);
  }
  return collectives;
}

std::vector<Scope> scopes_of(const VerifyOptions& options, int world_ranks) {
  std::vector<Scope> scopes;
  for (const auto& subject : subjects_of(options.target)) {
    if (fnmatch(options.protocol.c_str(), subject->name().c_str(), 0) != 0) continue;
    Scope scope{.subject = subject->name(),
                .collectives = collectives_of(*subject),
                .laws = {},
                .world_ranks = world_ranks,
                .nonblocking = subject->nonblocking(),
                // A choice is forced on the whole process: two threads would undo each other's.
                .threads = !names_forced_subject(subject->name())};
    restrict_to(options.collectives, scope.collectives);
    // Without a collective it is listed as not applicable, but not among others that were chosen.
    if (scope.collectives.empty() && !options.collectives.empty()) continue;
    scope.laws = laws_about(scope.collectives);
    scopes.push_back(std::move(scope));
  }
  if (scopes.empty())
    throw UsageError(fmt::format(
        "no subject of target {} matches --protocol '{}'{}; `tutti list` "
        "shows their names",
        options.target, options.protocol, options.collectives.empty() ? "" : " and --collective"));
  return scopes;
}

}  // namespace tutti
