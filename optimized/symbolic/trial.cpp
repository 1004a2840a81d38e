#include "optimized/symbolic/trial.hpp"

#include <fmt/core.h>

#include <numeric>

namespace tutti {
namespace {

/// A partition of `size` elements into disjoint sets.
class Partition {
 public:
  explicit Partition(std::size_t size) : next_(size) { std::iota(next_.begin(), next_.end(), 0); }

  std::size_t representative(std::size_t one) {
    while (next_[one] != one) one = next_[one] = next_[next_[one]];
    return one;
  }
  void join(std::size_t one, std::size_t other) {
    next_[representative(one)] = representative(other);
  }

 private:
  std::vector<std::size_t> next_;
};

}  // namespace

void Trial::load(const SymbolicCase& test) {
  test_ = &test;
  meaning_.emplace(test.shape);
  schedules_.load(*test.algorithm->algorithm, test.shape, test.parameters);
}

void Trial::run(const Interleaving& interleaving) {
  const int ranks = test_->shape.ranks;
  machine_.reset(schedules_, test_->shape, *meaning_,
                 [&](int rank) { return !interleaving.refuses(rank, ranks); });
  if (interleaving.pick == Interleaving::Pick::one_port)
    check_cost(run_one_port(machine_));
  else
    Execution(machine_, interleaving, lateness(interleaving.late)).run();
  machine_.memory().check_results();
  if (schedules_.votes()) check_votes(interleaving);
}

Execution::Lateness Trial::lateness(int late) const {
  Execution::Lateness result{.barrier = test_->shape.collective == Collective::barrier};
  if (const auto may_wait = test_->algorithm->algorithm->may_wait)
    result.may_wait = [this, may_wait, late](int rank) {
      return may_wait(test_->shape, rank, late);
    };
  return result;
}

/// Checks that votes are consistent. Each message for which votes decide connects the votes of its
/// two ranks. All connected votes must have the same result: yes if all ranks that vote on memory
/// say yes, else no.
void Trial::check_votes(const Interleaving& interleaving) const {
  const int ranks = schedules_.ranks();
  std::vector<std::size_t> first_vote{0};
  for (int rank = 0; rank < ranks; ++rank)
    first_vote.push_back(first_vote.back() + schedules_.asked(rank).size());
  const auto vote_at = [&](int rank, std::int32_t vote) {
    return first_vote[static_cast<std::size_t>(rank)] + static_cast<std::size_t>(vote);
  };
  Partition connected(first_vote.back());
  const auto for_each_decided = [&](auto visit) {
    for (int rank = 0; rank < ranks; ++rank)
      for (auto step = schedules_.begin(rank); step < schedules_.end(rank); ++step)
        if (schedules_[step].action == Action::send && schedules_.vote(step) >= 0)
          visit(rank, step);
  };
  for_each_decided([&](int rank, MatchedSchedules::StepId send) {
    const int peer = schedules_[send].peer;
    connected.join(vote_at(rank, schedules_.vote(send)),
                   vote_at(peer, schedules_.vote(schedules_[send].partner())));
  });
  std::vector<bool> expected(first_vote.back(), true);
  for (int rank = 0; rank < ranks; ++rank) {
    const auto asked = schedules_.asked(rank);
    for (std::size_t vote = 0; vote < asked.size(); ++vote)
      if (asked[vote] && interleaving.refuses(rank, ranks))
        expected[connected.representative(first_vote[static_cast<std::size_t>(rank)] + vote)] =
            false;
  }
  for_each_decided([&](int rank, MatchedSchedules::StepId send) {
    const auto check = [&](int voter, std::int32_t vote) {
      const bool wanted = expected[connected.representative(vote_at(voter, vote))];
      if (machine_.memory().vote(voter, vote) != wanted)
        throw Refuted(fmt::format("wrong vote: rank {} {} goes by {}, expected {}", rank,
                                  schedules_.describe(send), wanted ? "no" : "yes",
                                  wanted ? "yes" : "no"));
    };
    check(rank, schedules_.vote(send));
    check(schedules_[send].peer, schedules_.vote(schedules_[send].partner()));
  });
}

void Trial::check_cost(std::int64_t rounds) const {
  const Cost claim = test_->algorithm->algorithm->cost(test_->shape, test_->parameters);
  const auto check = [](std::string_view what, std::int64_t claimed, std::int64_t found,
                        bool holds) {
    if (!holds)
      throw Refuted(fmt::format("wrong cost: claims {} {}, takes {}", claimed, what, found));
  };
  const auto& collective = traits(test_->shape.collective);
  const bool signals = collective.locally_sized || test_->shape.collective == Collective::barrier;
  const bool irregular = test_->shape.topology && !test_->shape.topology->is_grid();
  const bool composed = test_->algorithm->algorithm->tunables.between.has_value();
  const bool exact = (signals || schedules_.empty_messages() == 0) && !schedules_.votes() &&
                     !irregular && !composed;
  check("rounds", claim.rounds, rounds, exact ? claim.rounds == rounds : claim.rounds >= rounds);
  check("messages", claim.messages, schedules_.messages(), claim.messages == schedules_.messages());
  check("units", claim.units, schedules_.units(), claim.units == schedules_.units());
}

}  // namespace tutti
