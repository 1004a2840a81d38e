#pragma once

#include <fmt/core.h>

#include <cstdio>
#include <string>

namespace tutti::preload {

/// Writes a message for the program's user to standard error.
inline void complain(const std::string& text) { fmt::print(stderr, "tutti: {}\n", text); }

}  // namespace tutti::preload
