#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace tutti {

/// Parses a text as JSON. Returns a discarded value (is_discarded()) if the text is not JSON, or is
/// nested more than 500 levels deep. The parser takes 2 s to compile, so it is compiled here only.
nlohmann::json parsed_json(std::string_view text);
/// Parses the contents of a file; also returns a discarded value if it cannot be read.
nlohmann::json parsed_json_file(const std::string& path);

/// Returns the number that a value holds. Throws UsageError unless that is a whole number from `low`
/// to `high`: the library converts others, and true and false, without a word.
std::int64_t whole_number(const nlohmann::json& value, std::int64_t low, std::int64_t high);

}  // namespace tutti
