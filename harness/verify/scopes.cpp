#include "harness/verify/scopes.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

#include "contract/error.hpp"
#include "harness/case/place.hpp"
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

}  // namespace

std::vector<Collective> collectives_of(const Subject& subject) {
  std::vector<Collective> collectives;
  for (const auto& row : collective_table) {
    const auto collective = *collective_named(row.name);
    if (can_do(subject, collective)) collectives.push_back(collective);
  }
  return collectives;
}

std::vector<Scope> scopes_of(const VerifyOptions& options, std::vector<Scope> all) {
  std::erase_if(all, [&](Scope& scope) {
    if (fnmatch(options.protocol.c_str(), scope.subject.c_str(), 0) != 0) return true;
    restrict_to(options.collectives, scope.collectives);
    scope.laws = laws_about(scope.collectives);
    // Without a collective it is listed as not applicable, but not among others that were chosen.
    return scope.collectives.empty() && !options.collectives.empty();
  });
  if (all.empty())
    throw UsageError(fmt::format(
        "no subject of target {} matches --protocol '{}'{}; `tutti list` "
        "shows their names",
        options.target, options.protocol, options.collectives.empty() ? "" : " and --collective"));
  return all;
}

}  // namespace tutti
