#include "optimized/symbolic/trial.hpp"

#include <fmt/core.h>

#include <utility>

namespace tutti {

Trial::Trial(const SymbolicCase& test)
    : test_(test),
      meaning_(test.shape),
      program_(*test.algorithm->algorithm, test.shape, test.parameters),
      machine_(program_, test.shape, meaning_) {}

void Trial::run(const Interleaving& interleaving) {
  if (!std::exchange(fresh_, false)) machine_.reset();
  if (interleaving.pick == Interleaving::Pick::one_port)
    check_cost(run_one_port(machine_));
  else
    Execution(machine_, interleaving, test_.shape.collective == Collective::barrier).run();
  machine_.memory().check_results();
}

void Trial::check_cost(std::int64_t rounds) const {
  const Cost claim = test_.algorithm->algorithm->cost(test_.shape, test_.parameters);
  const auto compare = [](std::string_view what, std::int64_t claimed, std::int64_t found) {
    if (claimed != found)
      throw Refuted(fmt::format("wrong cost: claims {} {}, takes {}", claimed, what, found));
  };
  compare("rounds", claim.rounds, rounds);
  compare("messages", claim.messages, program_.messages());
  compare("units", claim.units, program_.units());
}

}  // namespace tutti
