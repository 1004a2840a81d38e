#include "harness/runner/supervisor.hpp"

#include "contract/error.hpp"
#include "harness/runner/job_message.hpp"

namespace tutti {
namespace {

using namespace std::chrono_literals;

/// Time without a message after which the job counts as dead. While a case runs, the job sends
/// `running` some times a second, and it reports a hang itself.
constexpr auto longest_silence = 30s;
constexpr auto longest_answer = 60s;

Result next_result(Job& job) {
  while (const auto answer = job.receive(longest_silence)) {
    const auto [word, rest] = message_from(*answer);
    if (word == "running") continue;
    if (word != "result") throw UsageError(rest);
    return result_from(rest);
  }
  return Outcome{.complaints = {{"the process ended: " + job.describe_end()}},
                 .ended = Ended::crashed};
}

}  // namespace

Supervisor::Supervisor(JobPlan plan, std::chrono::milliseconds hang_limit)
    : Executor(hang_limit), plan_(std::move(plan)) {
  start({});
  facts_ = facts_from(answer_to("facts", "facts"));
}

void Supervisor::start(const Environment& environment) {
  job_.reset();  // two jobs at once would compete for the cores
  plan_.environment = environment;
  job_ = std::make_unique<Job>(plan_);
}

Supervisor::~Supervisor() {
  if (job_) job_->finish();
}

Environment Supervisor::environment_of(const std::string& subject) const {
  const auto needed = facts_.environments.find(subject);
  return needed == facts_.environments.end() ? Environment{} : needed->second;
}

void Supervisor::prepare_for(const std::string& subject) {
  const auto environment = environment_of(subject);
  if (!job_ || plan_.environment != environment) start(environment);
}

std::string Supervisor::answer_to(const std::string& question, std::string_view wanted) {
  job_->send(question);
  const auto answer = job_->receive(longest_answer);
  if (!answer) throw CannotRun("the launch for the cases ended: " + job_->describe_end());
  const auto [word, rest] = message_from(*answer);
  if (word != wanted) throw UsageError(rest);
  return rest;
}

bool Supervisor::applicable(const Case& test) {
  prepare_for(test.subject);
  return answer_to("applicable " + print(test), "applicable") == "yes";
}

Outcome Supervisor::run(const Case& test, bool fresh) {
  return run_all({{test, fresh}}).front().value_or(Outcome{.complaints = {}, .substituted = true});
}

Outcome Supervisor::run_alone(const Case& test) {
  JobPlan plan = plan_;
  plan.ranks = test.ranks;
  plan.environment = environment_of(test.subject);
  plan.environment["TUTTI_REPORT"] = "";  // the report, if requested, is that of the other job
  Job job(plan);
  const auto result = results_of(job, {{test, true}}).front();
  job.finish();
  return result.value_or(Outcome{.complaints = {}, .substituted = true});
}

void Supervisor::renew_launch() {
  if (job_) job_->finish();
  job_.reset();
}

std::vector<Result> Supervisor::run_all(const std::vector<PlannedCase>& cases) {
  prepare_for(cases.front().test.subject);
  auto results = results_of(*job_, cases);
  if (results.back() && results.back()->ended != Ended::returned) job_.reset();
  return results;
}

std::vector<Result> Supervisor::results_of(Job& job, const std::vector<PlannedCase>& cases) const {
  job.send("run " + to_text(RunOrder{hang_limit(), cases}));
  std::vector<Result> results;
  while (results.size() < cases.size()) {
    results.push_back(next_result(job));
    if (is_faulted(results.back())) break;
  }
  return results;
}

}  // namespace tutti
