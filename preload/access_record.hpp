#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "optimized/overlap/early_return_decision.hpp"
#include "optimized/selection/operation_parameters.hpp"

namespace tutti::preload {

/// When one rank of a program first used which part of what a collective brought, by the place of the
/// call: a line of what TUTTI_TRACE writes and TUTTI_ORDER reads.
struct AccessRecord {
  std::string site;
  OperationParameters parameters = {};
  int rank = 0;
  double ended_us = 0;  ///< the call, since MPI_Init
  std::size_t sub_messages = 0, sub_message_bytes = 0;
  std::vector<std::size_t> order;  ///< sub-messages by their first accesses
  std::vector<double> access_us;   ///< these, since the call ended
  /// From one such call to the next, sums over the ranks; none where not both were measured.
  std::optional<overlap::EarlyReturnDecision::Seconds> decision;
};

/// With its end.
std::string line_of(const AccessRecord& record);

/// The records of a file. Throws UsageError that names the line.
std::vector<AccessRecord> parse_access_records(const std::string& text, const std::string& path);

}  // namespace tutti::preload
