#include "harness/platform/json.hpp"

#include <nlohmann/json.hpp>

namespace tutti {

nlohmann::json parsed_json(std::string_view text) {
  return nlohmann::json::parse(text, nullptr, false);
}

}  // namespace tutti
