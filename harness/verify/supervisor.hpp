#pragma once

#include <memory>
#include <string>

#include "harness/verify/executor.hpp"
#include "harness/verify/facts.hpp"
#include "harness/verify/job.hpp"

namespace tutti {

/// Has cases run by a job of its own, and starts a new one after a crash or a hang: these are
/// failures like any other, and can be shrunk.
class Supervisor : public Executor {
 public:
  /// Starts the first job. Throws CannotRun if none can be started.
  Supervisor(JobPlan plan, std::chrono::milliseconds patience);
  /// Lets the last job end by itself: what is preloaded into it may have something to write then.
  ~Supervisor() override;

  Outcome run(const Case& test, bool fresh) override;
  Outcome run_alone(const Case& test) override;
  bool applicable(const Case& test) override;
  std::vector<Result> run_all(const std::vector<PlannedCase>& cases) override;
  const Facts& facts() const { return facts_; }

 private:
  void start(const Environment& environment);
  void end_job();
  /// Makes sure that a job is there in which the subject can run.
  void prepare_for(const std::string& subject);
  /// The part of the answer behind its first word, which must be `wanted`.
  std::string answer_to(const std::string& question, std::string_view wanted);
  Result next_result();

  JobPlan plan_;
  Facts facts_;
  std::unique_ptr<Job> job_;
};

}  // namespace tutti
