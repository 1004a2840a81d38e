#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "optimized/overlap/early_return_decision.hpp"
#include "optimized/selection/operation_parameters.hpp"

namespace tutti::preload {

/// The first accesses of one rank to the data that a collective delivered, at one call site: one
/// line of the file that TUTTI_TRACE writes and TUTTI_ORDER reads.
struct AccessRecord {
  std::string site;
  OperationParameters parameters = {};
  int rank = 0;
  double ended_us = 0;  ///< end of the call, since MPI_Init
  std::size_t sub_messages = 0, sub_message_bytes = 0;
  std::vector<std::size_t> order;  ///< sub-messages, by their first accesses
  std::vector<double> access_us;   ///< times of these, since the call ended
  /// Time from one such call to the next, summed over the ranks, with early return and without.
  /// Empty unless both were measured.
  std::optional<overlap::EarlyReturnDecision::Seconds> decision;
};

/// Returns the record as a line of JSON, with the newline.
std::string line_of(const AccessRecord& record);

/// Returns the records in the text of a file. Throws UsageError, which names the line, if a line is
/// not a record.
std::vector<AccessRecord> parse_access_records(const std::string& text, const std::string& path);

}  // namespace tutti::preload
