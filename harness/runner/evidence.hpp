#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/case/case.hpp"

namespace tutti {

/// Something that is wrong, in one line.
struct Complaint {
  std::string text;
  bool portability = false;  ///< MPI leaves the result undefined, but it depends on what it may not

  friend bool operator==(const Complaint&, const Complaint&) = default;
};

/// One call as a rank saw it, as far as the ranks must be compared.
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
struct Evidence {
  std::vector<Complaint> complaints;
  std::vector<CallRecord> calls;
  bool substituted = false;  ///< the library ran something else than what was forced

  friend bool operator==(const Evidence&, const Evidence&) = default;
};

std::string to_text(const Evidence& evidence);
Evidence evidence_from(const std::string& text);

/// How a case came to its end.
enum class Ended { returned, hung, crashed };

std::string_view name(Ended ended);

/// What all ranks together saw.
struct Outcome {
  std::vector<Complaint> complaints;
  bool substituted = false;
  Ended ended = Ended::returned;

  bool failed() const;      ///< something is wrong
  bool unportable() const;  ///< nothing is wrong, but something is not portable
};

/// How a case went; nothing if its subject cannot do it.
using Result = std::optional<Outcome>;

/// Whether anybody complains, of whatever kind.
inline bool is_faulted(const Result& result) { return result && !result->complaints.empty(); }

std::string to_text(const Result& result);
Result result_from(const std::string& text);

/// Joins what the ranks of the world saw, and compares what only several ranks together can tell.
/// The clocks are compared only if the ranks share one.
Outcome judge(const Case& test, const std::vector<Evidence>& evidence, bool shared_clock);

}  // namespace tutti
