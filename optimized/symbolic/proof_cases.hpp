#pragma once

#include <cstdint>

#include "optimized/symbolic/trial.hpp"

namespace tutti {

/// The cases that are run for one algorithm on a given number of ranks. Up to `thorough_ranks`
/// ranks: every combination of root, size, parameters and commutativity, in every order of
/// execution. Up to `every_root_ranks` ranks: every root, each with a few of the other
/// combinations, in turn. Beyond: samples.
class ProofCases {
 public:
  static constexpr int thorough_ranks = 8;
  static constexpr int every_root_ranks = 128;

  ProofCases(const RegisteredAlgorithm& algorithm, int ranks, std::uint64_t seed);

  const std::vector<SymbolicCase>& cases() const { return cases_; }
  /// Returns the orders in which to execute a case, the one-port order first.
  std::vector<Interleaving> interleavings(std::size_t case_index, const Trial& trial) const;

 private:
  struct Size {
    std::int64_t count = 0;
    std::shared_ptr<const std::vector<std::int64_t>> counts;
  };

  std::vector<int> roots() const;
  std::vector<Size> sizes() const;
  std::vector<std::int64_t> message_counts() const;
  std::vector<Size> sizes_per_rank() const;
  std::vector<Parameters> parameters() const;
  std::vector<std::shared_ptr<const std::vector<int>>> toruses() const;
  void draw_composition(SymbolicCase& test, std::uint64_t salt) const;
  std::vector<std::shared_ptr<const Topology>> topologies() const;
  Topology random_graph(std::uint64_t salt) const;
  SymbolicCase make_case(int root, const Size& size, const Parameters& parameters,
                         bool commutative) const;
  std::vector<SymbolicCase> cases_of_root(int root) const;
  void add_sample(const std::vector<SymbolicCase>& of_root, std::size_t& turn);
  bool has_turn() const;
  bool fits(const SymbolicCase& test) const;
  std::mt19937_64 random(std::uint64_t salt) const;
  int random_rank(std::uint64_t salt) const;

  const RegisteredAlgorithm& algorithm_;
  const int ranks_;
  const std::uint64_t seed_;
  std::vector<SymbolicCase> cases_;
};

}  // namespace tutti
