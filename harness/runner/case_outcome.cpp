#include "harness/runner/case_outcome.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "harness/platform/json.hpp"

namespace tutti {

using Json = nlohmann::json;

namespace {

Json to_json(const std::vector<Complaint>& complaints) {
  Json rows = Json::array();
  for (const auto& complaint : complaints) rows.push_back({complaint.text, complaint.portability});
  return rows;
}

std::vector<Complaint> complaints_from(const Json& rows) {
  std::vector<Complaint> complaints;
  for (const auto& row : rows)
    complaints.push_back({row[0].get<std::string>(), row[1].get<bool>()});
  return complaints;
}

/// Returns JSON as text. Replaces invalid UTF-8, which a wrong call may have left in a string.
std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string_view name(Ended ended) {
  constexpr std::array<std::string_view, 3> names{"returned", "hung", "crashed"};
  return names[static_cast<std::size_t>(ended)];
}

std::string to_text(const Result& result) {
  if (!result) return dump(Json());
  return dump(
      Json{to_json(result->complaints), result->substituted, static_cast<int>(result->ended)});
}

Result result_from(const std::string& text) {
  const Json json = parsed_json(text);
  if (json.is_null()) return std::nullopt;
  return Outcome{.complaints = complaints_from(json[0]),
                 .substituted = json[1],
                 .ended = static_cast<Ended>(json[2].get<int>())};
}

std::string to_text(const RankOutcome& rank_outcome) {
  Json calls = Json::array();
  for (const auto& call_record : rank_outcome.calls)
    calls.push_back({call_record.operation, call_record.repetition, call_record.lane,
                     call_record.entered_ns, call_record.left_ns,
                     call_record.digest ? Json(*call_record.digest) : Json()});
  return dump(Json{to_json(rank_outcome.complaints), calls, rank_outcome.substituted});
}

RankOutcome rank_outcome_from(const std::string& text) {
  const Json json = parsed_json(text);
  RankOutcome rank_outcome;
  rank_outcome.complaints = complaints_from(json[0]);
  for (const auto& row : json[1]) {
    CallRecord call_record{row[0], row[1], row[2], row[3], row[4], {}};
    if (!row[5].is_null()) call_record.digest = row[5].get<std::uint64_t>();
    rank_outcome.calls.push_back(call_record);
  }
  rank_outcome.substituted = json[2];
  return rank_outcome;
}

}  // namespace tutti
