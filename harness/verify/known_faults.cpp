#include "harness/verify/known_faults.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "contract/library_version.hpp"
#include "harness/subject/forced_subjects.hpp"
#include "harness/verify/known_fault_tables.hpp"

namespace tutti {
namespace {

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

}  // namespace tutti
