#pragma once

#include <string>

namespace tutti {

/// Replaces the contents of a file atomically: readers see either all of the old contents or all of
/// the text. Throws UsageError if the file cannot be written, and CannotRun if the disk is full or
/// broken; the old contents then stay.
void replace_file(const std::string& path, const std::string& text);

}  // namespace tutti
