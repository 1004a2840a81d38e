#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace tutti {

/// Parses a text as JSON. Returns a discarded value (is_discarded()) if the text is not JSON. The
/// parser takes 2 s to compile, so it is compiled here only.
nlohmann::json parsed_json(std::string_view text);

}  // namespace tutti
