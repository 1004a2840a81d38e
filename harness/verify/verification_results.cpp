#include "harness/verify/verification_results.hpp"

namespace tutti {

std::string recorded_as(const Case& test, const Operation& operation) {
  return test.law.empty() ? std::string(name(operation.collective)) : "law";
}

const Failure* SubjectRecord::first_failure() const {
  for (const auto& [collective, tally] : tallies)
    for (const auto& failure : tally.failures)
      if (failure.kind == FailureKind::failure) return &failure;
  return nullptr;
}

std::string_view SubjectRecord::verdict() const {
  if (first_failure()) return "failed";
  if (!tallies.empty()) return "passed";
  return exhausted || substituted > 0 ? "not applicable" : "not tried";
}

std::int64_t Record::cases() const {
  std::int64_t sum = 0;
  for (const auto& subject : subjects) sum += subject.cases;
  return sum;
}

std::int64_t Record::skipped() const {
  std::int64_t sum = 0;
  for (const auto& subject : subjects) sum += subject.not_applicable;
  return sum;
}

std::vector<const Failure*> Record::failures(FailureKind kind) const {
  std::vector<const Failure*> found;
  for (const auto& subject : subjects)
    for (const auto& [collective, tally] : subject.tallies)
      for (const auto& failure : tally.failures)
        if (failure.kind == kind) found.push_back(&failure);
  return found;
}

bool Record::holds() const {
  return failures(FailureKind::failure).empty() && !(axes_judged && !axes.missing().empty());
}

}  // namespace tutti
