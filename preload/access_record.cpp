#include "preload/access_record.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "contract/error.hpp"
#include "optimized/overlap/sub_messages.hpp"

namespace tutti::preload {
namespace {

using Json = nlohmann::ordered_json;

Collective parse_collective(const std::string& name) {
  const auto collective = collective_named(name);
  if (!collective) throw UsageError("no collective is named " + name);
  return *collective;
}

constexpr double us_per_s = 1e6;

/// Returns the times from one call to the next in microseconds; null if they are not known.
Json cycle_us(const std::optional<overlap::EarlyReturnDecision::Seconds>& decision) {
  if (!decision) return nullptr;
  return {{"early", us_per_s * decision->early}, {"blocking", us_per_s * decision->blocking}};
}

std::optional<overlap::EarlyReturnDecision::Seconds> parse_cycle_us(const Json& cycle_us) {
  if (cycle_us.is_null()) return std::nullopt;
  const overlap::EarlyReturnDecision::Seconds decision{
      .early = cycle_us.at("early").get<double>() / us_per_s,
      .blocking = cycle_us.at("blocking").get<double>() / us_per_s};
  if (decision.early <= 0 || decision.blocking <= 0) throw UsageError("a cycle that takes no time");
  return decision;
}

/// Parses one record. Throws Json::exception if a field is missing, and UsageError if a value makes
/// no sense.
AccessRecord parse(const std::string& line) {
  const auto row = Json::parse(line);
  AccessRecord record{.site = row.at("site"),
                      .parameters = {.collective = parse_collective(row.at("collective")),
                                     .ranks = row.at("ranks"),
                                     .bytes = row.at("bytes")},
                      .rank = row.at("rank"),
                      .ended_us = row.at("ended_us"),
                      .sub_messages = row.at("sub_messages"),
                      .sub_message_bytes = row.at("sub_message_bytes"),
                      .order = row.at("order"),
                      .access_us = row.at("access_us"),
                      .decision = parse_cycle_us(row.at("cycle_us"))};
  const auto is_one = [&](std::size_t index) { return index < record.sub_messages; };
  if (record.sub_messages > overlap::SubMessages::count_max ||
      !std::ranges::all_of(record.order, is_one))
    throw UsageError("an order of other than its sub-messages");
  return record;
}

}  // namespace

std::string line_of(const AccessRecord& record) {
  return Json{{"site", record.site},
              {"collective", name(record.parameters.collective)},
              {"ranks", record.parameters.ranks},
              {"bytes", record.parameters.bytes},
              {"rank", record.rank},
              {"ended_us", record.ended_us},
              {"sub_messages", record.sub_messages},
              {"sub_message_bytes", record.sub_message_bytes},
              {"order", record.order},
              {"access_us", record.access_us},
              {"cycle_us", cycle_us(record.decision)}}
             .dump(-1, ' ', false, Json::error_handler_t::replace) +
         '\n';
}

std::vector<AccessRecord> parse_access_records(const std::string& text, const std::string& path) {
  std::vector<AccessRecord> records;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) try {
      records.push_back(parse(line));
    } catch (const std::exception& error) {
      throw UsageError(fmt::format("{}:{}: expected a line that TUTTI_TRACE wrote: {}", path,
                                   records.size() + 1, error.what()));
    }
  return records;
}

}  // namespace tutti::preload
