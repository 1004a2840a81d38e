#include "harness/accept/search/open_suspects.hpp"

#include <cassert>

namespace tutti {

OpenSuspects::OpenSuspects(const std::vector<Suspect>& suspects, const SearchGoal& goal)
    : suspects_(suspects), examinations_(suspects.size(), Examination(goal, suspects.size())) {}

/// Keeps open those at whose places the condition is true, and sorts the others.
template <class Condition>
void OpenSuspects::keep_at(Condition condition) {
  std::vector<Suspect> suspects;
  std::vector<Examination> examinations;
  for (std::size_t i = 0; i < suspects_.size(); ++i) {
    const auto& examination = examinations_[i];
    if (condition(i)) {
      suspects.push_back(suspects_[i]);
      examinations.push_back(examination);
    } else if (examination.is_slow()) {
      results_.named.push_back({suspects_[i], examination.result()});
    } else if (!examination.is_sound()) {
      results_.undecided.push_back({suspects_[i], examination.result()});
    }
  }
  suspects_ = std::move(suspects);
  examinations_ = std::move(examinations);
}

void OpenSuspects::add_trials(const std::vector<double>& log_excesses) {
  assert(log_excesses.size() == suspects_.size());
  keep_at([&](std::size_t i) {
    examinations_[i].add(log_excesses[i]);
    return !examinations_[i].is_over();
  });
}

void OpenSuspects::keep_if(const std::function<bool(const Suspect&)>& condition) {
  keep_at([&](std::size_t i) { return condition(suspects_[i]); });
}

}  // namespace tutti
