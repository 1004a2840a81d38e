#pragma once

#include <stdexcept>

namespace tutti {

/// Bad input from the user: an option, a name, a file. The message is one line that says what was
/// wrong, where, and what was expected. Exit status 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An error since the machine lacks something that the job needs. Exit status 3.
struct CannotRun : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace tutti
