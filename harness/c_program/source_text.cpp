#include "harness/c_program/source_text.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace tutti::c_text {
namespace {

bool is_of_identifier(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

/// Returns where the text has the identifier first.
std::size_t find_identifier(std::string_view text, std::string_view identifier) {
  for (auto at = text.find(identifier); at != std::string_view::npos;
       at = text.find(identifier, at + 1)) {
    const auto end = at + identifier.size();
    const bool begins = at == 0 || !is_of_identifier(text[at - 1]);
    if (begins && (end == text.size() || !is_of_identifier(text[end]))) return at;
  }
  return std::string_view::npos;
}

}  // namespace

std::string filled(std::string_view text, std::initializer_list<Value> values) {
  std::string result;
  while (!text.empty()) {
    const auto mark = text.find('$');
    result += text.substr(0, mark);
    if (mark == std::string_view::npos) break;
    text.remove_prefix(mark + 1);
    const auto end = std::ranges::find_if_not(text, is_of_identifier) - text.begin();
    const auto name = text.substr(0, static_cast<std::size_t>(end));
    const auto* const value = std::ranges::find(values, name, &Value::first);
    if (value == values.end())
      throw std::logic_error("a template of C has no value for $" + std::string(name));
    result += value->second;
    text.remove_prefix(name.size());
  }
  return result;
}

std::string indented(const std::string& text, int levels) {
  const std::string margin(static_cast<std::size_t>(2 * levels), ' ');
  std::string result;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const auto end = std::min(text.find('\n', begin), text.size());
    if (end > begin && text[begin] != '#') result += margin;
    result += text.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return result;
}

bool mentions(std::string_view text, std::string_view identifier) {
  return find_identifier(text, identifier) != std::string_view::npos;
}

std::string replaced(const std::string& text, std::string_view identifier,
                     const std::string& expression) {
  std::string result;
  std::string_view left = text;
  while (true) {
    const auto at = find_identifier(left, identifier);
    result += left.substr(0, at);
    if (at == std::string_view::npos) return result;
    result += expression;
    left.remove_prefix(at + identifier.size());
  }
}

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string result;
  for (const auto& part : parts) {
    if (!result.empty()) result += between;
    result += part;
  }
  return result;
}

std::string table(const std::string& name, const std::vector<std::int64_t>& values) {
  constexpr std::size_t longest_line = 90;
  const bool is_long = std::ranges::any_of(
      values, [](std::int64_t value) { return value != static_cast<int>(value); });
  std::string text = (is_long ? "static const long " : "static const int ") + name + "[] = {", line;
  for (const auto value : values) {
    if (text.size() - text.rfind('\n') + line.size() > longest_line) {
      text += line + "\n    ";
      line.clear();
    }
    line += (&value == values.data() ? "" : " ") + std::to_string(value) +
            (&value == &values.back() ? "" : ",");
  }
  return text + line + "};\n";
}

std::string block_of(const std::string& head, const std::string& body) {
  if (head.empty()) return body;
  const bool single = std::ranges::count(body, '\n') <= 1 && !body.starts_with("if");
  constexpr std::size_t longest_line = 96;
  if (single && body.find("for (") == std::string::npos && head.size() + body.size() < longest_line)
    return head + " " + body;
  return head + (single ? "\n" : " {\n") + indented(body) + (single ? "" : "}\n");
}

}  // namespace tutti::c_text
