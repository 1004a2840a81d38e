#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

#include "harness/case/case.hpp"
#include "harness/runner/evidence.hpp"

namespace tutti {

/// A case that is to be run, and how. On `fresh` communicators nothing has run before; else they may
/// have served earlier cases.
struct PlannedCase {
  Case test;
  bool fresh = true;
};

/// Runs cases on all ranks of a launch.
class Executor {
 public:
  explicit Executor(std::chrono::milliseconds hang_limit) : hang_limit_(hang_limit) {}
  virtual ~Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// Runs the case and joins what all ranks saw. Throws UsageError if there is no such subject.
  virtual Outcome run(const Case& test, bool fresh) = 0;

  /// Whether cases run in launches that this executor starts, and a crash or hang ends no more than these.
  virtual bool makes_launches() const { return false; }

  /// The same in a launch of its own, if this executor makes launches: what the case damages does not reach others.
  /// Throws CannotRun if no launch can be started.
  virtual Outcome run_alone(const Case& test) { return run(test, true); }

  /// Whether the subject can do the case. Throws UsageError if there is no such subject.
  virtual bool applicable(const Case& test) = 0;

  /// Runs cases of one subject one after the other, up to the first that anybody complains about.
  /// The results of those that were run, in order.
  virtual std::vector<Result> run_all(const std::vector<PlannedCase>& cases);

  /// A case that has not ended after that long hangs.
  std::chrono::milliseconds hang_limit() const { return hang_limit_; }
  void set_hang_limit(std::chrono::milliseconds hang_limit) { hang_limit_ = hang_limit; }

 private:
  std::chrono::milliseconds hang_limit_;
};

/// A hang costs all the patience there is: where one is likely, less must do.
class ShortHangLimit {
 public:
  explicit ShortHangLimit(Executor& executor)
      : executor_(executor), before_(executor.hang_limit()) {
    executor_.set_hang_limit(std::min(before_, std::chrono::milliseconds(1500)));
  }
  ~ShortHangLimit() { executor_.set_hang_limit(before_); }
  ShortHangLimit(const ShortHangLimit&) = delete;
  ShortHangLimit& operator=(const ShortHangLimit&) = delete;

 private:
  Executor& executor_;
  std::chrono::milliseconds before_;
};

}  // namespace tutti
