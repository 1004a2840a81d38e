#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/case/case.hpp"
#include "harness/runner/case_outcome.hpp"
#include "harness/runner/operator_check.hpp"
#include "harness/verify/axes.hpp"
#include "harness/verify/known_faults.hpp"

namespace tutti {

/// The kind of a failure.
enum class FailureKind {
  failure,      ///< the result is wrong
  portability,  ///< undefined by MPI, but varies with position, count or rank
};

/// A failing case and its shrunk form.
struct Failure {
  Case original;
  Case minimal;
  std::vector<Complaint> complaints = {};  ///< of the minimal case
  FailureKind kind = FailureKind::failure;
  bool reproduced = true;  ///< false if it did not fail again when replayed
  Ended ended = Ended::returned;
};

/// Returns the name under which an operation of a case is recorded: that of its collective, or
/// `law`.
std::string recorded_as(const Case& test, const Operation& operation);

/// The results of one collective (or `law`) of one subject.
struct Tally {
  std::int64_t passed = 0;
  std::vector<Failure> failures = {};
  bool non_commutative_only = false;  ///< fails only with non-commutative operations
};

/// The results of one subject.
struct SubjectRecord {
  std::string subject = {};
  std::map<std::string, Tally> tallies = {};  ///< by collective, and `law`
  std::int64_t cases = 0;                     ///< cases that ran
  std::int64_t not_applicable = 0;            ///< cases that the subject does not support
  std::int64_t substituted = 0;               ///< cases for which the library ran something else
  bool exhausted = false;                     ///< no further supported case could be drawn

  const Failure* first_failure() const;
  /// Returns `passed`, `failed`, `not applicable` (the subject supported none of many cases), or
  /// `not tried` (the time ran out first).
  std::string_view verdict() const;
};

/// A known fault of the library, with the results of the cases that meet it.
struct KnownFaultRecord {
  const KnownFault* fault = nullptr;
  std::string what_happened = {};    ///< symptom of the case that shows it
  std::int64_t cases = 0;            ///< drawn cases that were left out
  std::int64_t tried = 0;            ///< of the left-out cases, each in a launch of its own
  std::int64_t tried_and_right = 0;  ///< of the tried cases
};

/// The results of a whole run of `tutti verify`.
struct Record {
  std::string target = {};
  std::string library = {};   ///< first line of MPI_Get_library_version
  std::string machine = {};   ///< signature; verdicts hold only for an equal one
  std::string registry = {};  ///< signature of tutti's algorithms
  int ranks = 1;
  std::uint64_t seed = 1;
  double seconds = 0;
  bool findings_only = false;   ///< the target belongs to the library: failures are findings
  bool barriers_judged = true;  ///< whether the ranks share a clock, as judging needs
  bool axes_judged = false;     ///< enough cases ran to judge unhit axis values as failures
  std::vector<WrongOperator> wrong_operators = {};  ///< of the library; no case uses them
  std::vector<KnownFaultRecord> left_out = {};      ///< known faults of the library
  std::vector<const KnownFault*> gone =
      {};  ///< listed for this version of the library, but not shown by it
  std::vector<SubjectRecord> subjects = {};
  AxisTally axes = {};
  std::int64_t met_known_class =
      0;  ///< drawn cases that were left out, since a baseline has their fault

  std::int64_t cases() const;
  std::int64_t skipped() const;
  std::vector<const Failure*> failures(FailureKind kind) const;
  /// Returns whether everything holds, which decides the exit status.
  bool holds() const;
};

}  // namespace tutti
