#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace tutti {

/// The text as JSON; discarded (is_discarded()) if it is none. The parser takes 2 s to compile, so
/// it is compiled here only.
nlohmann::json parsed_json(std::string_view text);

}  // namespace tutti
