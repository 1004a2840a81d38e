#pragma once

#include <memory>
#include <string>

#include "harness/runner/executor.hpp"
#include "harness/runner/job.hpp"
#include "harness/runner/launch_facts.hpp"

namespace tutti {

/// The executor that runs cases in a job, and starts a new job after a crash or a hang, so that
/// these are failures like any other, and can be shrunk. run_alone() starts a second job, with only
/// the ranks that the case needs; the ranks of the first job sleep meanwhile.
class Supervisor : public Executor {
 public:
  /// Starts the first job. Throws CannotRun if none can be started.
  Supervisor(JobPlan plan, std::chrono::milliseconds hang_limit);
  /// Lets the last job end by itself, since a preloaded library may write a report then.
  ~Supervisor() override;

  Outcome run(const Case& test, bool fresh) override;
  bool makes_launches() const override { return true; }
  void renew_launch() override;
  Outcome run_alone(const Case& test) override;
  bool applicable(const Case& test) override;
  std::vector<Result> run_all(const std::vector<PlannedCase>& cases) override;
  const LaunchFacts& facts() const { return facts_; }

 private:
  void start(const Environment& environment);
  /// Returns the environment variables that a launch needs to run the subject.
  Environment environment_of(const std::string& subject) const;
  /// Starts a job that can run the subject, unless the present one can.
  void prepare_for(const std::string& subject);
  /// Sends a question. Returns the answer without its first word, which must be `wanted`. Throws
  /// CannotRun if the job ended, UsageError for another word.
  std::string answer_to(const std::string& question, std::string_view wanted);
  /// Runs the cases in the job. Returns their results, up to the first with a complaint.
  std::vector<Result> results_of(Job& job, const std::vector<PlannedCase>& cases) const;

  JobPlan plan_;
  LaunchFacts facts_;
  std::unique_ptr<Job> job_;
};

}  // namespace tutti
