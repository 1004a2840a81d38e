#pragma once

#include <string>

namespace tutti::preload {

/// The texts of all ranks of the world, one behind the other, at rank 0. Collective over the world.
std::string collected(const std::string& text);

/// Writes the text to the file at rank 0 of the world. Where that cannot be done, says so, and which
/// variable names the file.
void write_at_first_rank(const std::string& text, const std::string& path, const char* variable);

}  // namespace tutti::preload
