#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/case/case.hpp"
#include "harness/runner/evidence.hpp"
#include "harness/runner/operator_check.hpp"
#include "harness/verify/axes.hpp"
#include "harness/verify/known_faults.hpp"

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
  Ended ended = Ended::returned;
};

/// The name under which an operation of a case is booked: of its collective, or `law`.
std::string booked_under(const Case& test, const Operation& operation);

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
  bool exhausted = false;                     ///< no further case that it can do could be drawn

  const Failure* first_failure() const;
  /// `passed`, `failed`, `not applicable`: of many cases it could do none, or `not tried`: the time
  /// was over before.
  std::string_view verdict() const;
};

/// A known fault that the library has, and what became of the drawn cases that meet it.
struct LeftOut {
  const KnownFault* fault = nullptr;
  std::string what_happened = {};    ///< when the case that shows it was run
  std::int64_t cases = 0;            ///< left out
  std::int64_t tried = 0;            ///< of these, each in a launch of its own
  std::int64_t tried_and_right = 0;  ///< of these
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
  std::vector<const KnownFault*> gone = {};         ///< those of its version that it does not show
  std::vector<SubjectRecord> subjects = {};
  AxisTally axes = {};

  std::int64_t cases() const;
  std::int64_t skipped() const;
  std::vector<const Failure*> failures(FailureKind kind) const;
  /// The exit status: whether everything holds.
  bool holds() const;
};

}  // namespace tutti
