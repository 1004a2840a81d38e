#include "harness/platform/json.hpp"

#include <fmt/core.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "contract/error.hpp"

namespace tutti {
namespace {

using nlohmann::json;

/// What walks a value calls itself for each level of nesting.
constexpr int depth_max = 500;

}  // namespace

json parsed_json(std::string_view text) {
  bool too_deep = false;
  const auto keep = [&](int depth, json::parse_event_t, const json&) {
    too_deep = too_deep || depth > depth_max;
    return !too_deep;
  };
  auto value = json::parse(text, keep, false);
  return too_deep ? json(json::value_t::discarded) : value;
}

json parsed_json_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return parsed_json(std::string{std::istreambuf_iterator<char>(file), {}});
}

std::int64_t whole_number(const json& value, std::int64_t low, std::int64_t high) {
  const bool whole = value.is_number_unsigned()
                         ? std::in_range<std::int64_t>(value.get<std::uint64_t>())
                         : value.is_number_integer();
  const auto number = whole ? value.get<std::int64_t>() : 0;
  if (!whole || number < low || number > high)
    throw UsageError(fmt::format("expected a whole number from {} to {}", low, high));
  return number;
}

}  // namespace tutti
