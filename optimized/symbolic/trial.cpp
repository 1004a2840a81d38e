#include "optimized/symbolic/trial.hpp"

#include <fmt/core.h>

namespace tutti {

void Trial::load(const SymbolicCase& test) {
  test_ = &test;
  meaning_.emplace(test.shape);
  program_.load(*test.algorithm->algorithm, test.shape, test.parameters);
}

void Trial::run(const Interleaving& interleaving) {
  machine_.reset(program_, test_->shape, *meaning_);
  if (interleaving.pick == Interleaving::Pick::one_port)
    check_cost(run_one_port(machine_));
  else
    Execution(machine_, interleaving, test_->shape.collective == Collective::barrier).run();
  machine_.memory().check_results();
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
  const bool exact = signals || program_.empty_messages() == 0;
  check("rounds", claim.rounds, rounds, exact ? claim.rounds == rounds : claim.rounds >= rounds);
  check("messages", claim.messages, program_.messages(), claim.messages == program_.messages());
  check("units", claim.units, program_.units(), claim.units == program_.units());
}

}  // namespace tutti
