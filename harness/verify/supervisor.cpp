#include "harness/verify/supervisor.hpp"

#include <fmt/core.h>

#include "contract/error.hpp"
#include "harness/verify/message.hpp"

namespace tutti {
namespace {

using namespace std::chrono_literals;

/// While a case runs, the job says so some times a second, and tells a hang itself.
constexpr auto longest_silence = 30s;
constexpr auto longest_answer = 60s;

}  // namespace

Supervisor::Supervisor(JobPlan plan, std::chrono::milliseconds patience)
    : Executor(patience), plan_(std::move(plan)) {
  start({});
  facts_ = facts_from(answer_to("facts", "facts"));
}

void Supervisor::start(const Environment& environment) {
  job_.reset();  // two jobs at once would fight for the cores
  plan_.environment = environment;
  job_ = std::make_unique<Job>(plan_);
}

Supervisor::~Supervisor() { end_job(); }

void Supervisor::end_job() {
  if (job_) job_->finish();
  job_.reset();
}

void Supervisor::prepare_for(const std::string& subject) {
  const auto needed = facts_.environments.find(subject);
  const auto& environment = needed == facts_.environments.end() ? Environment{} : needed->second;
  if (!job_ || plan_.environment != environment) start(environment);
}

std::string Supervisor::answer_to(const std::string& question, std::string_view wanted) {
  job_->tell(question);
  const auto answer = job_->hear(longest_answer);
  if (!answer) throw CannotRun("the launch for the cases ended: " + job_->last_words());
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
  end_job();
  const Outcome outcome = run(test, true);
  end_job();
  return outcome;
}

std::vector<Result> Supervisor::run_all(const std::vector<PlannedCase>& cases) {
  prepare_for(cases.front().test.subject);
  std::string order = fmt::format("run {}", patience().count());
  for (const auto& [test, fresh] : cases)
    order += fmt::format("\n{} {}", fresh ? "fresh" : "used", print(test));
  job_->tell(order);
  std::vector<Result> results;
  while (results.size() < cases.size()) {
    results.push_back(next_result());
    if (is_faulted(results.back())) break;
  }
  if (results.back() && results.back()->ended != Ended::returned) job_.reset();
  return results;
}

Result Supervisor::next_result() {
  while (const auto answer = job_->hear(longest_silence)) {
    const auto [word, rest] = message_from(*answer);
    if (word == "running") continue;
    if (word != "result") throw UsageError(rest);
    return result_from(rest);
  }
  return Outcome{.complaints = {{"the process ended: " + job_->last_words()}},
                 .ended = Ended::crashed};
}

}  // namespace tutti
