#include "harness/verify/exploration.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "contract/error.hpp"
#include "harness/verify/shrinking.hpp"
#include "properties/law.hpp"

namespace tutti {
namespace {

constexpr int cases_per_turn = 12;  // on the same communicators: some faults need earlier calls
constexpr int cases_per_own_launch = 60;
constexpr int useless_draws_max = 3000;  // after which the subject counts as exhausted
constexpr int steered_every = 4;         // one draw in so many picks the case with most new values
constexpr int steered_among = 48;
constexpr int steered_among_for_rare =
    192;  // where few values are missing: these are the rare ones
constexpr int steered_among_for_pairs = 16;
constexpr std::size_t few_values = 10;
constexpr int fresh_every = 6;
constexpr double share_of_time_alone = 0.1;  // maximum, for cases that meet known faults

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

bool is_fresh(const Case& test) { return test.seed % fresh_every == 0; }

/// An executor that drops failures that a known fault explains. Runs each case in a launch of its
/// own, since a case that meets the fault may damage its launch.
class WithoutKnownFault : public Executor {
 public:
  WithoutKnownFault(Executor& executor, const KnownFault& fault)
      : Executor(executor.hang_limit()), executor_(executor), fault_(fault) {}

  Outcome run(const Case& test, bool) override {
    executor_.set_hang_limit(hang_limit());
    Outcome outcome = executor_.run_alone(test);
    if (fault_.explains(outcome)) outcome.complaints.clear();
    return outcome;
  }
  bool applicable(const Case& test) override { return executor_.applicable(test); }

 private:
  Executor& executor_;
  const KnownFault& fault_;
};

bool reduces_in_order(const Operation& operation) {
  return operation.op != Operator::none && !is_commutative(operation.op);
}

}  // namespace

bool Exploration::Candidate::exhausted() const {
  return useless_draws >= useless_draws_max || scope.collectives.empty();
}

/// Excludes a collective that has failed, and all laws about it, which would fail as well.
void Exploration::Candidate::leave_out(Collective collective) {
  std::erase(scope.collectives, collective);
  std::erase_if(scope.laws, [&](const std::string& law) {
    const auto about = find_law(law)->law->collectives;
    return std::find(about.begin(), about.end(), collective) != about.end();
  });
}

Exploration::Exploration(Executor& executor, std::vector<Scope> scopes, const Effort& effort,
                         Record& record, Listener listener)
    : executor_(executor), effort_(effort), record_(record), listener_(std::move(listener)) {
  rc::Random random(effort.seed);
  for (auto& scope : scopes) record_.subjects.push_back({.subject = scope.subject});
  for (std::size_t i = 0; i < scopes.size(); ++i) {
    record_.axes.expect(possible_axes(scopes[i]));
    if (effort_.earlier) effort_.earlier->coverage.expect(possible_axes(scopes[i]));
    candidates_.push_back({std::move(scopes[i]), random.split(), &record_.subjects[i]});
  }
  if (!effort_.earlier) return;
  std::ranges::stable_sort(candidates_, {}, [&](const Candidate& candidate) {
    return effort_.earlier->cases[candidate.scope.subject];
  });
}

void Exploration::run() {
  double reported = 0;
  while (!spent()) {
    bool any = false;
    for (auto& candidate : candidates_) {
      if (has_enough_cases(candidate) || spent()) continue;
      any = true;
      take_turn(candidate);
      record_.seconds = seconds_since(begin_);
      if (record_.seconds - reported < 1) continue;
      reported = record_.seconds;
      listener_.on_progress();
    }
    if (!any) break;
  }
  record_.seconds = seconds_since(begin_);
  if (!effort_.earlier) return;
  for (const auto& subject : record_.subjects)
    effort_.earlier->cases[subject.subject] += subject.cases;
}

/// Returns whether the candidate has had enough cases, or is exhausted.
bool Exploration::has_enough_cases(const Candidate& candidate) const {
  if (candidate.exhausted()) return true;
  const bool in_time = !effort_.seconds || seconds_since(begin_) < *effort_.seconds;
  return !in_time && candidate.record->cases >= effort_.cases_per_subject_min;
}

bool Exploration::spent() const {
  if (effort_.until_first_failure && failed_) return true;
  return effort_.cases && cases_ >= *effort_.cases;
}

/// Returns the number of cases that a subject gets in a turn: more if it runs many collectives, of
/// which some may have no other subject.
static int usual_cases_of_turn(const Scope& scope) {
  constexpr std::size_t collectives_per_share = 4;
  if (scope.huge) return 1;
  if (scope.own_launch) return cases_per_own_launch;
  return cases_per_turn * static_cast<int>(1 + scope.collectives.size() / collectives_per_share);
}

/// Among launches that share the time, a turn takes a small part of this launch's share.
int Exploration::cases_of_turn(const Candidate& candidate) const {
  constexpr int turns = 8, least = 4;
  std::int64_t cases = usual_cases_of_turn(candidate.scope);
  if (effort_.cases) cases = std::min(cases, *effort_.cases - cases_);
  if (!effort_.earlier || !effort_.seconds) return static_cast<int>(cases);
  const double in_all = static_cast<double>(cases_) / seconds_since(begin_) * *effort_.seconds;
  return static_cast<int>(std::clamp<std::int64_t>(static_cast<std::int64_t>(in_all / turns),
                                                   std::min<std::int64_t>(least, cases), cases));
}

void Exploration::take_turn(Candidate& candidate) {
  const int cases = cases_of_turn(candidate);
  const auto planned = plan(candidate, cases);
  if (!planned.empty()) {
    const auto results = executor_.run_all(planned);
    for (std::size_t i = 0; i < results.size(); ++i) book(candidate, planned[i], results[i]);
  }
  try_known_fault_case();
  candidate.record->exhausted = candidate.exhausted();
}

/// Tries one of the left-out cases in a launch of its own, for a limited share of the time: a known
/// fault must not hide another one.
void Exploration::try_known_fault_case() {
  if (!executor_.makes_launches()) return;
  if (suspended_.empty() || seconds_alone_ > share_of_time_alone * seconds_since(begin_)) return;
  const auto least_tried =
      std::ranges::min_element(record_.left_out, {}, [&](const KnownFaultRecord& each) {
        return suspended_.contains(each.fault) ? each.tried
                                               : std::numeric_limits<std::int64_t>::max();
      });
  const auto begun = std::chrono::steady_clock::now();
  try_alone(*least_tried, suspended_.extract(least_tried->fault).mapped());
  seconds_alone_ += seconds_since(begun);
}

void Exploration::try_alone(KnownFaultRecord& left_out, const Suspended& suspended) {
  const auto& [test, candidate] = suspended;
  Outcome outcome;
  try {
    const ShortHangLimit hang_limit(executor_);
    outcome = executor_.run_alone(test);
  } catch (const CannotRun&) {
    return;  // not tried: a loaded machine may not start the launch in time
  }
  ++left_out.tried;
  left_out.tried_and_right += outcome.complaints.empty();
  if (left_out.fault->explains(outcome) || outcome.unportable()) return;
  WithoutKnownFault unexplained(executor_, *left_out.fault);
  book_failure(*candidate, shrunk(unexplained, test, outcome, [&](const Case& simpler) {
    return wanted(*candidate, simpler);
  }));
}

/// Returns the given number of cases, or fewer if the candidate is exhausted.
std::vector<PlannedCase> Exploration::plan(Candidate& candidate, int cases) {
  std::vector<PlannedCase> planned;
  while (static_cast<int>(planned.size()) < cases && !candidate.exhausted()) {
    Case test = draw(candidate);
    const auto known = known_faults_of(test);
    for (auto* const each : known) ++each->cases;
    // A case that meets several faults may end in the way of any: it tells nothing about one of them.
    if (known.size() == 1)
      suspended_.insert_or_assign(known.front()->fault, Suspended{test, &candidate});
    const bool known_class = meets_any(effort_.known, test);
    record_.met_known_class += known_class;
    if (!known.empty() || known_class || !wanted(candidate, test)) {
      ++candidate.useless_draws;
      record_.axes.not_applicable(axes_of(test, is_fresh(test)));
      continue;
    }
    const bool fresh = is_fresh(test);
    planned.push_back({std::move(test), fresh});
  }
  return planned;
}

/// Returns among how many cases the next draw chooses. Among launches that share their coverage,
/// there are always new pairs of values; else choosing serves to reach every single value.
int Exploration::choices_of_draw() {
  if (++draws_ % steered_every != 0) return 1;
  if (effort_.earlier) return steered_among_for_pairs;
  const auto missing = record_.axes.missing().size();
  if (missing == 0) return 1;
  return missing <= few_values ? steered_among_for_rare : steered_among;
}

/// Returns how much the case would hit for the first time.
int Exploration::count_new(const Case& test) {
  const auto values = axes_of(test, is_fresh(test));
  if (!effort_.earlier) return record_.axes.count_missing(values);
  constexpr int pairs_per_value = 1000;
  const auto count = effort_.earlier->coverage.count_new(values);
  return count.values * pairs_per_value + count.pairs;
}

/// Draws a case. Every few draws, chooses among several cases that meet no known fault the one that
/// hits most that is new.
Case Exploration::draw(Candidate& candidate) {
  const auto generator = cases(candidate.scope);
  const int choices = choices_of_draw();
  Case best;
  int most_new = -2;
  for (int i = 0; i < choices; ++i) {
    Case test = generator(candidate.random.split()).value();
    if (effort_.earlier) effort_.earlier->coverage.draw(axes_of(test, is_fresh(test)));
    int fresh_values = -1;
    if (choices > 1 && known_faults_of(test).empty() && !meets_any(effort_.known, test))
      fresh_values = count_new(test);
    if (fresh_values > most_new) {
      best = std::move(test);
      most_new = fresh_values;
    }
  }
  return best;
}

std::vector<KnownFaultRecord*> Exploration::known_faults_of(const Case& test) {
  std::vector<KnownFaultRecord*> known;
  for (auto& left_out : record_.left_out)
    if (std::ranges::any_of(test.operations, [&](const Operation& operation) {
          return left_out.fault->meets(test, operation);
        }))
      known.push_back(&left_out);
  return known;
}

/// Returns whether a failure of the case would be new: neither a known fault nor a known failure.
bool Exploration::would_be_new(const Candidate& candidate, const Case& test) {
  return known_faults_of(test).empty() && !meets_any(effort_.known, test) &&
         wanted(candidate, test);
}

/// Returns whether the case avoids everything that has already failed.
bool Exploration::wanted(const Candidate& candidate, const Case& test) const {
  const auto is_wrong = [&](const Operation& operation) {
    return std::any_of(record_.wrong_operators.begin(), record_.wrong_operators.end(),
                       [&](const WrongOperator& wrong) {
                         return wrong.op == operation.op && wrong.element == operation.element &&
                                wrong.type == operation.type;
                       });
  };
  return std::none_of(test.operations.begin(), test.operations.end(), [&](const auto& operation) {
    const auto index = static_cast<std::size_t>(operation.collective);
    return (candidate.commutative_only[index] && reduces_in_order(operation)) ||
           (candidate.portable_data_only && operation.data == Data::overflow) ||
           is_wrong(operation);
  });
}

void Exploration::book(Candidate& candidate, const PlannedCase& planned, const Result& result) {
  const auto& [test, fresh] = planned;
  if (!result) {
    ++candidate.useless_draws;
    ++candidate.record->not_applicable;
    return record_.axes.not_applicable(axes_of(test, fresh));
  }
  candidate.useless_draws = 0;
  ++cases_;
  ++candidate.record->cases;
  candidate.record->substituted += result->substituted;
  if (!result->complaints.empty())
    return book_failure(candidate, shrunk(executor_, test, *result, [&](const Case& simpler) {
                          return would_be_new(candidate, simpler);
                        }));
  if (result->substituted) return record_.axes.not_applicable(axes_of(test, fresh));
  book_hits(test, fresh);
  std::set<std::string> names;
  for (const auto& operation : test.operations) names.insert(recorded_as(test, operation));
  for (const auto& each : names) ++candidate.record->tallies[each].passed;
}

void Exploration::book_hits(const Case& test, bool fresh) {
  const auto values = axes_of(test, fresh);
  record_.axes.hit(values);
  if (effort_.earlier) effort_.earlier->coverage.hit(values);
}

/// Returns the time for shrinking the next failure: a small part of the total time, so that one
/// failure does not use it up, and less for each further failure, so that all together take at most
/// about as long as the run itself.
std::chrono::duration<double> Exploration::shrinking_budget() const {
  if (!effort_.seconds) return std::chrono::duration<double>(30);
  const double left = std::max(*effort_.seconds - seconds_shrinking_, 0.0);
  return std::chrono::duration<double>(
      std::min(std::clamp(*effort_.seconds / 6, 3.0, 30.0), std::max(left / 4, 1.0)));
}

Failure Exploration::shrunk(Executor& executor, const Case& failing, const Outcome& first,
                            const std::function<bool(const Case&)>& may_try) {
  const auto begun = std::chrono::steady_clock::now();
  const Failure failure = shrink(executor, failing, first, shrinking_budget(), may_try);
  seconds_shrinking_ += seconds_since(begun);
  return failure;
}

void Exploration::book_failure(Candidate& candidate, const Failure& failure) {
  failed_ = true;
  const Operation& last = failure.minimal.operations.back();
  book_hits(failure.original, is_fresh(failure.original));
  Tally& tally = candidate.record->tallies[recorded_as(failure.minimal, last)];
  tally.failures.push_back(failure);
  listener_.on_failure(failure);
  if (failure.kind == FailureKind::portability) {
    candidate.portable_data_only = true;
  } else if (!failure.minimal.law.empty()) {
    std::erase(candidate.scope.laws, failure.minimal.law);
  } else if (reduces_in_order(last) && !tally.non_commutative_only) {
    tally.non_commutative_only = true;
    candidate.commutative_only[static_cast<std::size_t>(last.collective)] = true;
  } else {
    tally.non_commutative_only = false;
    candidate.leave_out(last.collective);
  }
}

}  // namespace tutti
