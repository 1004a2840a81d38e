#pragma once

#include <memory>
#include <string>

#include "harness/case/call_buffers.hpp"
#include "harness/measure/control_messages.hpp"
#include "harness/results/measurement.hpp"
#include "harness/subject/subject.hpp"

namespace tutti {

/// Returns the case that is measured at a point: one collective with plain datatypes (bytes if the
/// collective only moves data; a sum of doubles, or of smaller integers, if it reduces). Neighbours are
/// those of Group::grid.
Case case_of(const Point& point, const std::string& subject);

/// Throws UsageError unless MPI's arguments can describe buffers for the point.
void check_measurable(const Point& point);

/// Returns the shape of the call at a point, as selection sees it.
Shape shape_of(const Point& point);

/// The result of prove(), the same at all ranks.
struct Proof {
  /// Reason why the subject must not be timed: `not applicable...` or `failed verification...`;
  /// else empty.
  std::string complaint = {};
  bool commutative_only = false;  ///< wrong for operations that do not commute
};

/// One subject at one point. It must be verified there with prove() before it may be timed.
class SubjectRun {
 public:
  /// The communicator of the exchange must have point.ranks ranks. Subject, resources and exchange
  /// must outlive the object. Collective over the communicator.
  SubjectRun(const Subject& subject, const Point& point, Resources& resources,
             const Exchange& exchange);

  /// Runs the case with full checks; if `variants`, also in place and with a non-commutative
  /// operator, where the collective allows them. Collective.
  Proof prove(bool variants);

  /// An activation of the subject for timing: operator() runs one operation. Collective.
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
  std::unique_ptr<Workspace> workspace_;  ///< created by prove() for timing
};

}  // namespace tutti
