#include <fmt/format.h>

#include "contract/error.hpp"
#include "harness/subject/builtin_subjects.hpp"
#include "harness/subject/forced_subjects.hpp"
#include "harness/subject/subject.hpp"

namespace tutti {
namespace {

Subjects own_subjects() {
  Subjects all;
  all.push_back(reference_subject());
  for (const auto& protocol : protocols()) all.push_back(protocol_subject(protocol));
  return all;
}

Subjects library_subjects() {
  Subjects all;
  all.push_back(library_subject());
  return all;
}

}  // namespace

Subjects subjects(std::string_view target) {
  if (target == "tutti") return own_subjects();
  if (target == "mpi") return library_subjects();
  if (target == "mpi-forced") return forced_subjects();
  throw UsageError(fmt::format("'{}' is no target; expected tutti, mpi or mpi-forced", target));
}

std::unique_ptr<Subject> find_subject(std::string_view name) {
  if (name == "reference") return reference_subject();
  if (name == "mpi") return library_subject();
  if (name == "pmpi") return pmpi_subject();
  if (names_forced_subject(name)) return forced_subject(name);
  if (name.find('/') == std::string_view::npos)
    throw UsageError(fmt::format(
        "'{}' is no subject; expected reference, mpi, or a name that `tutti list` shows", name));
  return protocol_subject(parse_protocol(name));
}

std::optional<Collective> collective_of(std::string_view subject) {
  const auto slash = subject.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto colon = subject.substr(0, slash).rfind(':');
  const auto begin = colon == std::string_view::npos ? 0 : colon + 1;
  return collective_named(subject.substr(begin, slash - begin));
}

}  // namespace tutti
