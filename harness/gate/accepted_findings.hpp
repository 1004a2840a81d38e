#pragma once

#include <string>
#include <vector>

#include "harness/gate/gate_results.hpp"
#include "harness/verify/baseline.hpp"

namespace tutti {

/// The findings that are no news: those of the baseline, and those found so far.
class AcceptedFindings {
 public:
  /// `library` is the version of the library that runs.
  AcceptedFindings(std::vector<AcceptedFinding> baseline, std::string library);

  /// Returns the entries of the baseline that are about the library.
  const std::vector<AcceptedFinding>& baseline() const { return baseline_; }
  /// Returns whether a failure of the case would be no news.
  bool cover(const Case& test) const;
  void add(const GateFinding& fresh);

  /// Returns the baseline for the next run: all entries but those that are fixed, those about other
  /// libraries included, and what is new, for people to review.
  std::vector<AcceptedFinding> for_next_run(const std::vector<GateFinding>& findings) const;
  /// Returns all that is no news while this run lasts.
  std::vector<AcceptedFinding> for_next_launch() const;

 private:
  std::string library_;
  std::vector<AcceptedFinding> baseline_;
  std::vector<AcceptedFinding> of_others_;  ///< entries about other libraries
  std::vector<AcceptedFinding> found_;
  std::vector<FaultClass> classes_;
};

}  // namespace tutti
