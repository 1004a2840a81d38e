#pragma once

#include <memory>
#include <string>

#include "harness/case/workspace.hpp"
#include "harness/measure/exchange.hpp"
#include "harness/results/measurement.hpp"
#include "harness/subject/subject.hpp"

namespace tutti {

/// The case that describes what is measured at a point: one collective, plain datatypes (bytes
/// where data is moved, doubles or smaller integers that are summed where it is combined).
Case case_of(const Point& point, const std::string& subject);

/// Throws UsageError unless buffers for the point can be described to MPI.
void check_measurable(const Point& point);

/// The shape that selections see at a point.
Shape shape_of(const Point& point);

/// What a proof came to, the same at all ranks.
struct Proof {
  /// Why the subject is not to be timed: `not applicable...`, `failed verification...`; or empty.
  std::string complaint = {};
  bool commutative_only = false;  ///< right, but not for operations that do not commute
};

/// One subject at one point, proven there before it may be timed.
class SubjectRun {
 public:
  /// Collective over the communicator, which has point.ranks ranks. The subject and the resources
  /// must outlive it.
  SubjectRun(const Subject& subject, const Point& point, Resources& resources,
             const Exchange& exchange);

  /// Runs the case with full checks, and if `variants` also in place and with an operation that is
  /// not commutative, where the collective has that. Collective.
  Proof prove(bool variants);

  /// While it lives, operation() runs the subject. Collective.
  class Session {
   public:
    explicit Session(SubjectRun& run);
    void operator()();

   private:
    std::unique_ptr<Activation> activation_;
    Call call_;
  };

  const std::string& case_line() const { return case_line_; }

 private:
  std::string complaint_about(const Case& test) const;
  std::string first_complaint(const std::string& mine) const;
  Place place() const { return {0, exchange_.ranks(), exchange_.rank()}; }

  const Subject& subject_;
  Point point_;
  Resources& resources_;
  const Exchange& exchange_;
  Case case_;
  std::string case_line_;
  std::unique_ptr<Workspace> workspace_;  ///< made by prove(), and kept for timing
};

}  // namespace tutti
