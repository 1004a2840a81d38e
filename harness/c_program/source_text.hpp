#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Pieces of the text of a C program.
namespace tutti::c_text {

/// A name, and the text that stands for it in a template.
using Value = std::pair<std::string_view, std::string>;

/// Returns the template with `$name` replaced by its value. Throws std::logic_error for a name
/// without a value.
std::string filled(std::string_view text, std::initializer_list<Value> values);

/// Returns the text with each line moved to the right, by two columns for each level.
std::string indented(const std::string& text, int levels = 1);

/// Returns whether the text has that identifier.
bool mentions(std::string_view text, std::string_view identifier);

/// Returns the text with an expression in the place of an identifier.
std::string replaced(const std::string& text, std::string_view identifier,
                     const std::string& expression);

/// Returns `a, b, c`.
std::string joined(const std::vector<std::string>& parts, std::string_view between = ", ");

/// Returns the definition of a constant array of ints, broken into lines where it is long.
std::string table(const std::string& name, const std::vector<std::int64_t>& values);

/// Returns the lines with a statement in braces, if there are several of them.
std::string block_of(const std::string& head, const std::string& body);

}  // namespace tutti::c_text
