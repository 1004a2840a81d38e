#pragma once

#include <cstdint>
#include <functional>

#include "optimized/symbolic/huge_page_vector.hpp"
#include "optimized/symbolic/matched_schedules.hpp"
#include "optimized/symbolic/provenance.hpp"

namespace tutti {

/// The buffers of all ranks, filled with provenance. Throws Refuted for accesses that are not
/// allowed.
class Memory {
 public:
  /// Lays out the buffers, with nothing written in them. `schedules` and `meaning` must outlive their
  /// use here. A vote of a rank on memory is votes_yes(rank); a vote on no memory is yes.
  void reset(const MatchedSchedules& schedules, const Shape& shape, const Meaning& meaning,
             const std::function<bool(int)>& votes_yes);

  /// Returns the units of the step's source: a view of the buffer or, for the input, of the given
  /// vector.
  std::span<const Provenance> read(int rank, MatchedSchedules::StepId step,
                                   std::vector<Provenance>& input) const;
  /// Writes the units to the step's target, or combines them into it.
  void write(int rank, MatchedSchedules::StepId step, std::span<const Provenance> units);
  bool vote(int rank, std::int32_t which) const {
    return votes_.units[votes_.first_of_rank[static_cast<std::size_t>(rank)] +
                        static_cast<std::size_t>(which)] == yes;
  }
  /// Compares all outputs with the meaning of the collective. Throws Refuted.
  void check_results() const;

 private:
  struct Buffers {
    HugeVector<Provenance> units;            ///< of all ranks
    std::vector<std::size_t> first_of_rank;  ///< per rank, and one past the last
  };

  static constexpr Provenance yes{.origin = 1, .index = 0}, no{.origin = 0, .index = 0};

  const Buffers& buffers(Buffer buffer) const;
  std::span<const Provenance> find(int rank, Buffer buffer, std::uint32_t offset,
                                   std::uint32_t length) const;
  [[noreturn]] void refute_read(int rank, MatchedSchedules::StepId step,
                                std::span<const Provenance> source) const;
  [[noreturn]] void refute_combination(int rank, MatchedSchedules::StepId step, Provenance source,
                                       Provenance target) const;

  const MatchedSchedules* schedules_ = nullptr;
  const Meaning* meaning_ = nullptr;
  Buffers output_, scratch_, votes_;
};

}  // namespace tutti
