#include "preload/access_record.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <limits>
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

/// Returns the whole number of a field, which must be at least 0.
std::int64_t count_in(const Json& row, const char* field,
                      std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
  const auto& value = row.at(field);
  // Negative ones are not unsigned.
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > static_cast<std::uint64_t>(most))
    throw UsageError(fmt::format("{}: expected a whole number from 0 to {}", field, most));
  return value.get<std::int64_t>();
}

/// Parses one record. Throws Json::exception if a field is missing, and UsageError if a value makes
/// no sense.
AccessRecord parse(const std::string& line) {
  constexpr std::int64_t int_max = std::numeric_limits<int>::max();
  const auto row = Json::parse(line);
  AccessRecord record{
      .site = row.at("site"),
      .parameters = {.collective = parse_collective(row.at("collective")),
                     .ranks = static_cast<int>(count_in(row, "ranks", int_max)),
                     .bytes = count_in(row, "bytes")},
      .rank = static_cast<int>(count_in(row, "rank", int_max)),
      .ended_us = row.at("ended_us"),
      .sub_messages = static_cast<std::size_t>(count_in(row, "sub_messages")),
      .sub_message_bytes = static_cast<std::size_t>(count_in(row, "sub_message_bytes")),
      .order = {},
      .access_us = row.at("access_us"),
      .decision = parse_cycle_us(row.at("cycle_us"))};
  if (record.sub_messages > overlap::SubMessages::count_max)
    throw UsageError("more sub-messages than there can be");
  for (const auto& index : row.at("order")) {
    if (!index.is_number_unsigned() || index.get<std::uint64_t>() >= record.sub_messages)
      throw UsageError("an order of other than its sub-messages");
    record.order.push_back(index);
  }
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
