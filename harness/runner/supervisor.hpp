#pragma once

#include <memory>
#include <string>

#include "harness/runner/executor.hpp"
#include "harness/runner/facts.hpp"
#include "harness/runner/job.hpp"

namespace tutti {

/// Has cases run by a job of its own, and starts a new one after a crash or a hang: these are
/// failures like any other, and can be shrunk. What runs alone gets a job beside that one, of no more ranks than it
/// needs: the other's ranks sleep meanwhile.
class Supervisor : public Executor {
 public:
  /// Starts the first job. Throws CannotRun if none can be started.
  Supervisor(JobPlan plan, std::chrono::milliseconds hang_limit);
  /// Lets the last job end by itself: what is preloaded into it may have something to write then.
  ~Supervisor() override;

  Outcome run(const Case& test, bool fresh) override;
  bool makes_launches() const override { return true; }
  Outcome run_alone(const Case& test) override;
  bool applicable(const Case& test) override;
  std::vector<Result> run_all(const std::vector<PlannedCase>& cases) override;
  const Facts& facts() const { return facts_; }

 private:
  void start(const Environment& environment);
  /// The variables that a launch needs in which the subject can run.
  Environment environment_of(const std::string& subject) const;
  /// Makes sure that a job is there in which the subject can run.
  void prepare_for(const std::string& subject);
  /// The part of the answer behind its first word, which must be `wanted`.
  std::string answer_to(const std::string& question, std::string_view wanted);
  /// Has the job run the cases, and hears of each until one fails.
  std::vector<Result> results_of(Job& job, const std::vector<PlannedCase>& cases) const;

  JobPlan plan_;
  Facts facts_;
  std::unique_ptr<Job> job_;
};

}  // namespace tutti
