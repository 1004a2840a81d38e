#pragma once

#include <string>

namespace tutti::preload {

/// Who may have written a file that the library reads.
enum class Writers {
  any,         ///< who asks for the file answers for it
  of_library,  ///< only who could write the library, root, and who runs the program
};

/// Returns the contents of a regular file. Throws UsageError, which names the path, if it cannot be
/// read, is a pipe or device, which may never end, is larger than one message of MPI, or if others may
/// have written it. `library` is the path of the preloaded library.
std::string input_file(const std::string& path, Writers writers, const std::string& library);

}  // namespace tutti::preload
