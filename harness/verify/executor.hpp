#pragma once

#include <algorithm>
#include <chrono>

#include "harness/case/case.hpp"
#include "harness/verify/evidence.hpp"

namespace tutti {

/// Runs cases on all ranks of a launch.
class Executor {
 public:
  explicit Executor(std::chrono::milliseconds patience) : patience_(patience) {}
  virtual ~Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// Runs the case and joins what all ranks saw. On `fresh` communicators nothing has run before;
  /// else they may have served earlier cases. Throws UsageError if there is no such subject.
  virtual Outcome run(const Case& test, bool fresh) = 0;

  /// Whether the subject can do the case. Throws UsageError if there is no such subject.
  virtual bool applicable(const Case& test) = 0;

  /// A case that has not ended after that long hangs.
  std::chrono::milliseconds patience() const { return patience_; }
  void set_patience(std::chrono::milliseconds patience) { patience_ = patience; }

 private:
  std::chrono::milliseconds patience_;
};

/// A hang costs all the patience there is: where one is likely, less must do.
class ShortPatience {
 public:
  explicit ShortPatience(Executor& executor) : executor_(executor), before_(executor.patience()) {
    executor_.set_patience(std::min(before_, std::chrono::milliseconds(1500)));
  }
  ~ShortPatience() { executor_.set_patience(before_); }
  ShortPatience(const ShortPatience&) = delete;
  ShortPatience& operator=(const ShortPatience&) = delete;

 private:
  Executor& executor_;
  std::chrono::milliseconds before_;
};

}  // namespace tutti
