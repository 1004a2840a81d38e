#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

#include "harness/case/case.hpp"
#include "harness/runner/case_outcome.hpp"

namespace tutti {

/// A case to run, and how. On `fresh` communicators nothing has run before; others may have served
/// earlier cases.
struct PlannedCase {
  Case test;
  bool fresh = true;

  friend bool operator==(const PlannedCase&, const PlannedCase&) = default;
};

/// Runs cases on all ranks of a launch.
class Executor {
 public:
  explicit Executor(std::chrono::milliseconds hang_limit) : hang_limit_(hang_limit) {}
  virtual ~Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// Runs the case and joins the outcomes of all ranks. Throws UsageError for an unknown subject.
  virtual Outcome run(const Case& test, bool fresh) = 0;

  /// Returns whether cases run in launches that this executor starts, so that a crash or hang ends
  /// only these.
  virtual bool makes_launches() const { return false; }

  /// Has the next case run in a new launch, if this executor makes launches: for use after cases that
  /// may have damaged the memory of the launch.
  virtual void renew_launch() {}

  /// Runs the case in a launch of its own if this executor makes launches, so that damage does not
  /// reach other cases. Throws CannotRun if no launch can be started.
  virtual Outcome run_alone(const Case& test) { return run(test, true); }

  /// Returns whether the subject can run the case. Throws UsageError for an unknown subject.
  virtual bool applicable(const Case& test) = 0;

  /// Runs cases of one subject one after the other, up to the first with a complaint. Returns the
  /// results of the cases that were run, in order.
  virtual std::vector<Result> run_all(const std::vector<PlannedCase>& cases);

  /// Returns the time without progress after which a case counts as hung.
  std::chrono::milliseconds hang_limit() const { return hang_limit_; }
  void set_hang_limit(std::chrono::milliseconds hang_limit) { hang_limit_ = hang_limit; }

 private:
  std::chrono::milliseconds hang_limit_;
};

/// The limit while a failure is narrowed down. Nobody reads the reports of these hangs, which are brief.
constexpr std::chrono::milliseconds short_hang_limit{1500};

/// Shortens the hang limit while it lives, for cases that are likely to hang: each hang takes the
/// whole limit.
class ShortHangLimit {
 public:
  explicit ShortHangLimit(Executor& executor)
      : executor_(executor), before_(executor.hang_limit()) {
    executor_.set_hang_limit(std::min(before_, short_hang_limit));
  }
  ~ShortHangLimit() { executor_.set_hang_limit(before_); }
  ShortHangLimit(const ShortHangLimit&) = delete;
  ShortHangLimit& operator=(const ShortHangLimit&) = delete;

 private:
  Executor& executor_;
  std::chrono::milliseconds before_;
};

}  // namespace tutti
