#include "harness/verify/selected_subjects.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

#include "contract/error.hpp"
#include "harness/subject/forced_subjects.hpp"
#include "optimized/protocol/protocol.hpp"
#include "properties/law.hpp"

namespace tutti {
namespace {

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

/// Removes all collectives without a given name, if there are names.
void restrict_to(const std::vector<std::string>& names, std::vector<Collective>& collectives) {
  if (names.empty()) return;
  std::erase_if(collectives, [&](Collective collective) {
    return std::find(names.begin(), names.end(), name(collective)) == names.end();
  });
}

/// Limits a scope to cases with a buffer of more than 2 GiB, and to the collectives that can have one: a barrier
/// has none, and the displacements of alltoallw are bytes.
void make_huge(Scope& scope) {
  scope.huge = true;
  scope.laws.clear();
  std::erase(scope.collectives, Collective::barrier);
  if (!has_large_counts(scope, Collective::alltoallw))
    std::erase(scope.collectives, Collective::alltoallw);
}

/// Limits a scope to cases that run many times.
void make_soak(Scope& scope) {
  scope.soak = true;
  scope.laws.clear();
}

/// Takes from the reference, among other subjects, the collectives that none of them has: so few cases are its own that
/// they need not meet each collective.
void leave_to_own_target(std::vector<Scope>& all) {
  const auto is_reference = [](const Scope& scope) { return scope.subject == "reference"; };
  const auto is_served = [&](Collective collective) {
    return std::ranges::any_of(all, [&](const Scope& scope) {
      return !is_reference(scope) && std::ranges::count(scope.collectives, collective) > 0;
    });
  };
  const auto reference = std::ranges::find_if(all, is_reference);
  if (reference == all.end() || all.size() == 1) return;
  std::erase_if(reference->collectives,
                [&](Collective collective) { return !is_served(collective); });
}

/// Returns the scopes that match the pattern. The name of a protocol with parameters, which no list holds, has the
/// scope of the protocol without them.
std::vector<Scope> matching(const std::string& pattern, std::vector<Scope> all) {
  const auto matches = [&](const Scope& scope) {
    return fnmatch(pattern.c_str(), scope.subject.c_str(), 0) == 0;
  };
  const bool is_name =
      pattern.find('/') != pattern.npos && pattern.find_first_of("*?[") == pattern.npos;
  if (is_name && !names_forced_subject(pattern) && std::ranges::none_of(all, matches)) {
    Protocol protocol = parse_protocol(pattern);
    protocol.parameters = {};
    protocol.packet = 0;
    const auto base = std::ranges::find(all, print(protocol), &Scope::subject);
    if (base != all.end()) base->subject = pattern;
  }
  std::erase_if(all, [&](const Scope& scope) { return !matches(scope); });
  return all;
}

}  // namespace

std::vector<Scope> scopes_of(const VerifyOptions& options, std::vector<Scope> all) {
  all = matching(options.protocol, std::move(all));
  std::erase_if(all, [&](Scope& scope) {
    restrict_to(options.collectives, scope.collectives);
    scope.laws = laws_about(scope.collectives);
    if (options.huge) make_huge(scope);
    if (options.leaks) make_soak(scope);
    // A subject without collectives is listed as not applicable, except if --collective selected
    // others.
    return scope.collectives.empty() && !options.collectives.empty();
  });
  if (all.empty())
    throw UsageError(fmt::format(
        "no subject of target {} matches --protocol '{}'{}; `tutti list` "
        "shows their names",
        options.target, options.protocol, options.collectives.empty() ? "" : " and --collective"));
  leave_to_own_target(all);
  return all;
}

}  // namespace tutti
