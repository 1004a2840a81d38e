#pragma once

#include <limits>
#include <string>
#include <vector>

#include "harness/accept/figure.hpp"
#include "harness/accept/verdict/limit_answer.hpp"
#include "harness/accept/verdict/requirements.hpp"

namespace tutti {

/// Whether a requirement is met at one place. Numbers that do not apply are NaN.
struct PlaceVerdict {
  std::string place = {};  ///< `machine`, a host, a pair `n3 - n9`, or a collective that was proven
  std::string details = {};  ///< ` bytes=8`, if the requirement matches more than one size there
  Conformity conformity = Conformity::cannot_tell;
  double value = std::numeric_limits<double>::quiet_NaN();
  double low = std::numeric_limits<double>::quiet_NaN();   ///< confidence bounds of the value: see
  double high = std::numeric_limits<double>::quiet_NaN();  ///< LimitAnswer
  double limit = std::numeric_limits<double>::quiet_NaN();
  std::string unit = {};  ///< of these four, as the requirement writes it
  int launches = 0;       ///< after which it was decided, or all that there are
  int launches_needed = 0;
  std::string reason = {};
};

/// Whether a requirement is met: at every place, or not.
struct Judgement {
  std::string requirement = {};  ///< its name
  int line = 0;                  ///< in the requirements file
  Conformity conformity = Conformity::cannot_tell;
  std::vector<PlaceVerdict> places = {};
};

/// Judges each requirement by what all launches so far measured. Ask after each launch, until
/// decided(): the error rates of the file hold for the whole file and all of these answers.
///
/// The figure of a place is the geometric mean, over launches, of the median of each launch.
///
/// False alarms: the rate is divided among the requirements with limits or `slow`, and then among
/// the places of each, since any of them can raise one (Bonferroni). False passes: no division is
/// needed, since all requirements hold only if each of them does at each place, so that the one
/// that is not met must be mistaken (intersection-union test, Berger, Technometrics 24, 1982).
///
/// A host that the last launch lost is the first judgement, of a requirement that is in no file: it
/// falls short. If there was no launch before it, nothing else can be told.
///
/// Throws UsageError with file and line if a requirement matches nothing in the results, or if it
/// refers to a baseline that is not given or lacks its figures.
std::vector<Judgement> judge(const Requirements& requirements, const AcceptanceResults& results,
                             const AcceptanceResults* baseline = nullptr);

/// Returns whether no requirement needs further launches.
bool decided(const std::vector<Judgement>& judgements);

/// Returns how many launches, in all, are expected to decide every requirement: at most
/// `launches_needed_max`, which stands for that many or more.
int launches_needed(const std::vector<Judgement>& judgements);

/// Returns 0 if all requirements hold, 1 if one falls short, else 3: it cannot be told.
int exit_status(const std::vector<Judgement>& judgements);

/// A place that does not meet a requirement.
struct FailedPlace {
  std::string place = {};
  std::string reason = {};  ///< of the first requirement in the file that it does not meet
  int line = 0;
};

/// Returns each place that falls short once, in the order of the requirements.
std::vector<FailedPlace> failed_places(const std::vector<Judgement>& judgements);

}  // namespace tutti
