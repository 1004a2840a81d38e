#pragma once

#include <fmt/core.h>

#include <exception>
#include <nlohmann/json.hpp>
#include <string_view>

#include "contract/error.hpp"
#include "harness/platform/json.hpp"

namespace tutti {

/// Returns what `read` makes of a message of another process of tutti, which is JSON. Throws
/// UsageError if the message is not what `read` expects.
template <class Read>
auto read_message(std::string_view text, Read read) {
  try {
    return read(parsed_json(text));
  } catch (const std::exception& error) {
    throw UsageError(fmt::format("expected a message of this version of tutti: {}", error.what()));
  }
}

}  // namespace tutti
