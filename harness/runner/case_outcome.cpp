#include "harness/runner/case_outcome.hpp"

#include <array>
#include <limits>
#include <nlohmann/json.hpp>

#include "contract/error.hpp"
#include "harness/platform/json.hpp"
#include "harness/runner/read_message.hpp"

namespace tutti {

using Json = nlohmann::json;

namespace {

constexpr std::array<std::string_view, 3> ended_names{"returned", "hung", "crashed"};
constexpr int last_ended = ended_names.size() - 1;

Json to_json(const std::vector<Complaint>& complaints) {
  Json rows = Json::array();
  for (const auto& complaint : complaints) rows.push_back({complaint.text, complaint.portability});
  return rows;
}

std::vector<Complaint> complaints_from(const Json& rows) {
  std::vector<Complaint> complaints;
  for (const auto& row : rows)
    complaints.push_back({row.at(0).get<std::string>(), row.at(1).get<bool>()});
  return complaints;
}

/// Returns the outcome of all ranks; nothing if the case was not applicable.
Result result_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return Outcome{.complaints = complaints_from(json.at(0)),
                 .substituted = json.at(1).get<bool>(),
                 .ended = static_cast<Ended>(whole_number(json.at(2), 0, last_ended))};
}

CallRecord call_record_from(const Json& row) {
  constexpr auto int_max = std::numeric_limits<int>::max();
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  const auto& digest = row.at(5);
  if (!digest.is_null() && !digest.is_number_unsigned()) throw UsageError("expected a digest");
  return {.operation = static_cast<std::size_t>(whole_number(row.at(0), 0, most)),
          .repetition = static_cast<int>(whole_number(row.at(1), 0, int_max)),
          .lane = static_cast<int>(whole_number(row.at(2), 0, int_max)),
          .entered_ns = whole_number(row.at(3), 0, most),
          .left_ns = whole_number(row.at(4), 0, most),
          .digest = digest.is_null() ? std::nullopt : std::optional(digest.get<std::uint64_t>())};
}

RankOutcome rank_outcome_of(const Json& json) {
  RankOutcome rank_outcome{.complaints = complaints_from(json.at(0)),
                           .calls = {},
                           .substituted = json.at(2).get<bool>()};
  for (const auto& row : json.at(1)) rank_outcome.calls.push_back(call_record_from(row));
  return rank_outcome;
}

/// Returns JSON as text. Replaces invalid UTF-8, which a wrong call may have left in a string.
std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string_view name(Ended ended) { return ended_names[static_cast<std::size_t>(ended)]; }

std::string to_text(const Result& result) {
  if (!result) return dump(Json());
  return dump(
      Json{to_json(result->complaints), result->substituted, static_cast<int>(result->ended)});
}

Result result_from(const std::string& text) { return read_message(text, result_of); }

std::string to_text(const RankOutcome& rank_outcome) {
  Json calls = Json::array();
  for (const auto& call_record : rank_outcome.calls)
    calls.push_back({call_record.operation, call_record.repetition, call_record.lane,
                     call_record.entered_ns, call_record.left_ns,
                     call_record.digest ? Json(*call_record.digest) : Json()});
  return dump(Json{to_json(rank_outcome.complaints), calls, rank_outcome.substituted});
}

RankOutcome rank_outcome_from(const std::string& text) {
  return read_message(text, rank_outcome_of);
}

}  // namespace tutti
