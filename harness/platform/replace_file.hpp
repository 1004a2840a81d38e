#pragma once

#include <string>

namespace tutti {

/// Whoever reads the path sees all of what was there, or all of the text. Throws UsageError if it cannot be
/// written.
void replace_file(const std::string& path, const std::string& text);

}  // namespace tutti
