#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace tutti {

/// Returns the text as one line: control characters as `\x0a`, except tabs. Texts that quote input
/// would otherwise break lines, or move the cursor of a terminal, as the input likes.
inline std::string one_line(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string line;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if ((code >= 0x20 && code != 0x7f) || c == '\t')
      line += c;
    else
      line.append("\\x").append({digits[code >> 4], digits[code & 15]});
  }
  return line;
}

/// Bad input from the user: an option, a name, a file. The message is one line that says what was
/// wrong, where, and what was expected. Exit status 2.
struct UsageError : std::runtime_error {
  explicit UsageError(std::string_view message) : std::runtime_error(one_line(message)) {}
};

/// An error since the machine lacks something that the job needs. Exit status 3.
struct CannotRun : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace tutti
