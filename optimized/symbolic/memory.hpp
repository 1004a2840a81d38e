#pragma once

#include <cstdint>
#include <functional>

#include "optimized/symbolic/huge_vector.hpp"
#include "optimized/symbolic/program.hpp"
#include "optimized/symbolic/unit.hpp"

namespace tutti {

/// The buffers of all ranks, filled with provenance. Throws Refuted for what no rank may do.
class Memory {
 public:
  /// Lays out the buffers, with nothing written in them. Both arguments must stay.
  /// Of the votes, where a rank is asked about its memory, it says yes or no.
  void reset(const Program& program, const Shape& shape, const Meaning& meaning,
             const std::function<bool(int)>& votes_yes);

  /// What the step reads (its source): where it lies or, of the input, in the given vector.
  std::span<const Unit> read(int rank, Program::StepId step, std::vector<Unit>& input) const;
  /// Puts the units where the step writes (its target), or combines them into it.
  void write(int rank, Program::StepId step, std::span<const Unit> units);
  bool vote(int rank, std::int32_t which) const {
    return votes_.units[votes_.first_of_rank[static_cast<std::size_t>(rank)] +
                        static_cast<std::size_t>(which)] == yes;
  }
  /// Compares all outputs with what the collective means.
  void check_results() const;

 private:
  struct Buffers {
    HugeVector<Unit> units;                  ///< of all ranks
    std::vector<std::size_t> first_of_rank;  ///< one more than ranks
  };

  static constexpr Unit yes{.origin = 1, .index = 0}, no{.origin = 0, .index = 0};

  const Buffers& buffers(Buffer buffer) const;
  std::span<const Unit> find(int rank, Buffer buffer, std::uint32_t offset,
                             std::uint32_t length) const;
  [[noreturn]] void refute_read(int rank, Program::StepId step, std::span<const Unit> source) const;
  [[noreturn]] void refute_combination(int rank, Program::StepId step, Unit source,
                                       Unit target) const;

  const Program* program_ = nullptr;
  const Meaning* meaning_ = nullptr;
  Buffers output_, scratch_, votes_;
};

}  // namespace tutti
