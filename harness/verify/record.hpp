#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/case/case.hpp"
#include "harness/verify/axes.hpp"
#include "harness/verify/evidence.hpp"
#include "harness/verify/known_faults.hpp"
#include "harness/verify/operator_check.hpp"

namespace tutti {

/// What a failure says about what it was found in.
enum class FailureKind {
  failure,      ///< the result is wrong
  portability,  ///< MPI leaves the result undefined, but it depends on what it may not depend on
};

/// A failing case, shrunk.
struct Failure {
  Case original;
  Case minimal;
  std::vector<Complaint> complaints = {};  ///< of the minimal case
  FailureKind kind = FailureKind::failure;
  bool reproduced = true;  ///< false if it was seen once, but not again when replayed
  std::string hang = {};   ///< where each rank was, if the case did not end
};

/// One collective (or `law`) of one subject.
struct Tally {
  std::int64_t passed = 0;
  std::vector<Failure> failures = {};
  bool non_commutative_only = false;  ///< failed, but passes with commutative operations
};

/// One subject: what was tried, and how it went.
struct SubjectRecord {
  std::string subject = {};
  std::map<std::string, Tally> tallies = {};  ///< by collective, and `law`
  std::int64_t cases = 0;                     ///< that ran
  std::int64_t not_applicable = 0;            ///< that did not, since the subject cannot do them
  std::int64_t substituted = 0;               ///< that ran, but the library took something else

  const Failure* first_failure() const;
};

/// A known fault of the library, and how many drawn cases were left out because they meet it.
struct LeftOut {
  const KnownFault* fault = nullptr;
  std::int64_t cases = 0;
};

/// A whole run of the verb.
struct Record {
  std::string target = {};
  std::string library = {};   ///< first line of MPI_Get_library_version
  std::string machine = {};   ///< signature: what must be the same for verdicts to hold
  std::string registry = {};  ///< signature of tutti's algorithms
  int ranks = 1;
  std::uint64_t seed = 1;
  double seconds = 0;
  bool findings_only = false;   ///< the target is a shipped library's own: failures are findings
  bool barriers_judged = true;  ///< the ranks share a clock, so that they could be
  bool axes_judged = false;     ///< enough cases ran that an axis value never hit is a failure
  std::vector<WrongOperator> wrong_operators = {};  ///< of the library; no case uses them
  std::vector<LeftOut> left_out = {};               ///< known faults of the library
  std::vector<SubjectRecord> subjects = {};
  AxisTally axes = {};

  std::int64_t cases() const;
  std::int64_t skipped() const;
  std::vector<const Failure*> failures(FailureKind kind) const;
  /// The exit status: whether everything holds.
  bool holds() const;
};

}  // namespace tutti
