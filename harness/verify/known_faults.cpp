#include "harness/verify/known_faults.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>
#include <vector>

#include "harness/subject/forced_subjects.hpp"
#include "harness/verify/known_fault_tables.hpp"

namespace tutti {
namespace {

/// Returns the numbers of a version up to its first letter.
std::vector<int> numbers(std::string_view version) {
  std::vector<int> result;
  while (!version.empty()) {
    int number = 0;
    const auto [end, error] =
        std::from_chars(version.data(), version.data() + version.size(), number);
    if (error != std::errc{}) break;
    result.push_back(number);
    version.remove_prefix(static_cast<std::size_t>(end - version.data()));
    if (!version.starts_with('.')) break;
    version.remove_prefix(1);
  }
  return result;
}

constexpr bool uses_standard_abi = std::string_view(TUTTI_MPI) == "abi";

bool may_have(const KnownFault& fault, std::string_view version) {
  if (fault.by_standard_abi && !uses_standard_abi) return false;
  return !is_older(version, fault.since) && (fault.until.empty() || is_older(version, fault.until));
}

}  // namespace

bool KnownFault::is_avoided() const {
  const auto equals = avoided_by.find('=');
  if (equals == std::string_view::npos) return false;
  const char* const value = std::getenv(std::string(avoided_by.substr(0, equals)).c_str());
  return value && value == avoided_by.substr(equals + 1);
}

bool KnownFault::meets(const Case& test, const Operation& operation) const {
  const bool own_choice = test.subject.ends_with("mpi");
  const bool forced = names_forced_subject(test.subject);
  const bool reached =
      own_choice || reach == Reach::messages || (forced && reach == Reach::every_algorithm);
  return reached && is_met_by(test, operation);
}

bool KnownFault::explains(const Outcome& outcome) const {
  return outcome.complaints.empty() || std::ranges::find(ends, outcome.ended) != ends.end();
}

std::vector<const KnownFault*> known_faults(std::string_view library_version) {
  std::vector<const KnownFault*> faults;
  for (const auto* table : {&faults_of_mpich(), &faults_of_openmpi()}) {
    if (!library_version.starts_with(table->library)) continue;
    for (const KnownFault& fault : table->faults)
      if (may_have(fault, version_number(library_version))) faults.push_back(&fault);
  }
  return faults;
}

std::string_view version_number(std::string_view library_version) {
  const auto begin = library_version.find_first_of("0123456789");
  if (begin == std::string_view::npos) return {};
  const auto end = library_version.find_first_not_of("0123456789.", begin);
  return library_version.substr(begin, end - begin);
}

bool is_older(std::string_view version, std::string_view than) {
  return numbers(version) < numbers(than);
}

}  // namespace tutti
