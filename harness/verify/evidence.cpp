#include "harness/verify/evidence.hpp"

#include <nlohmann/json.hpp>

#include "harness/json.hpp"

namespace tutti {

using Json = nlohmann::json;

std::string to_text(const Evidence& evidence) {
  Json complaints = Json::array();
  for (const auto& complaint : evidence.complaints)
    complaints.push_back({complaint.text, complaint.portability});
  Json passages = Json::array();
  for (const auto& passage : evidence.passages)
    passages.push_back({passage.operation, passage.repetition, passage.lane, passage.entered_ns,
                        passage.left_ns, passage.digest ? Json(*passage.digest) : Json()});
  return Json{complaints, passages, evidence.substituted}.dump(-1, ' ', false,
                                                               Json::error_handler_t::replace);
}

Evidence evidence_from(const std::string& text) {
  const Json json = parsed_json(text);
  Evidence evidence;
  for (const auto& row : json[0])
    evidence.complaints.push_back({row[0].get<std::string>(), row[1].get<bool>()});
  for (const auto& row : json[1]) {
    Passage passage{row[0], row[1], row[2], row[3], row[4], {}};
    if (!row[5].is_null()) passage.digest = row[5].get<std::uint64_t>();
    evidence.passages.push_back(passage);
  }
  evidence.substituted = json[2];
  return evidence;
}

}  // namespace tutti
