#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/case/case.hpp"

namespace tutti {

/// One thing that is wrong, in one line.
struct Complaint {
  std::string text;
  bool portability = false;  ///< a result that MPI leaves undefined varies with what it should not

  friend bool operator==(const Complaint&, const Complaint&) = default;
};

/// The record of one call at one rank, as far as the ranks are compared.
struct CallRecord {
  std::size_t operation = 0;
  int repetition = 0;
  int lane = 0;
  std::int64_t entered_ns = 0;  ///< CLOCK_MONOTONIC, barriers only
  std::int64_t left_ns = 0;
  std::optional<std::uint64_t> digest;  ///< of the result, where all ranks must have the same bits

  friend bool operator==(const CallRecord&, const CallRecord&) = default;
};

/// What one rank saw of a case.
struct RankOutcome {
  std::vector<Complaint> complaints;
  std::vector<CallRecord> calls;
  bool substituted = false;  ///< the library ran another algorithm than the forced one

  friend bool operator==(const RankOutcome&, const RankOutcome&) = default;
};

std::string to_text(const RankOutcome& rank_outcome);
/// Reads what to_text() returns. Throws UsageError.
RankOutcome rank_outcome_from(const std::string& text);

/// The way in which a case ended.
enum class Ended { returned, hung, crashed };

std::string_view name(Ended ended);

/// What all ranks together saw of a case.
struct Outcome {
  std::vector<Complaint> complaints;
  bool substituted = false;
  Ended ended = Ended::returned;

  bool failed() const;      ///< something is wrong
  bool unportable() const;  ///< nothing is wrong, but something is not portable
};

/// The outcome of a case; nothing if the case is not applicable to its subject.
using Result = std::optional<Outcome>;

/// Returns whether there is any complaint, including those about portability.
inline bool is_faulted(const Result& result) { return result && !result->complaints.empty(); }

std::string to_text(const Result& result);
/// Reads what to_text() returns. Throws UsageError.
Result result_from(const std::string& text);

/// Joins the outcomes of all ranks of MPI_COMM_WORLD, and checks what needs several ranks: that
/// results agree and, if the ranks share a clock, that no rank left a barrier early.
Outcome judge(const Case& test, const std::vector<RankOutcome>& rank_outcomes, bool shared_clock);

}  // namespace tutti
