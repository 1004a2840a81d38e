#include "harness/subject/forced_name.hpp"

#include <fmt/core.h>

#include <charconv>

#include "contract/error.hpp"

namespace tutti {
namespace {

[[noreturn]] void complain(std::string_view text, std::string_view expected) {
  throw UsageError(fmt::format("'{}' names no forced algorithm: expected {}", text, expected));
}

/// Removes the text before the mark, or all of it, from `rest`, with the mark. Returns that text.
std::string_view take(std::string_view& rest, char mark) {
  const auto end = rest.find(mark);
  const auto taken = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return taken;
}

int number(std::string_view digits, std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size() || value < 0)
    complain(text, fmt::format("a whole number from 0 instead of '{}'", digits));
  return value;
}

constexpr std::string_view expected_parts =
    "library:collective/algorithm or library:component/collective";

/// Parses the name of a collective, blocking or not. Returns false if the text is not such a name.
bool take_collective(std::string_view text, ForcedName& forced) {
  forced.nonblocking = text.starts_with('i') && !collective_named(text);
  const auto collective = collective_named(text.substr(forced.nonblocking ? 1 : 0));
  if (collective) forced.collective = *collective;
  return collective.has_value();
}

}  // namespace

std::string collective_name(const ForcedName& forced) {
  return (forced.nonblocking ? "i" : "") + std::string(name(forced.collective));
}

std::string print(const ForcedName& forced) {
  if (!forced.component.empty())
    return fmt::format("{}:{}/{}", forced.library, forced.component, collective_name(forced));
  auto text = fmt::format("{}:{}/{}", forced.library, collective_name(forced), forced.algorithm);
  for (const auto& [parameter, value] : forced.parameters)
    text += fmt::format(":{}={}", parameter, value);
  return text;
}

ForcedName parse_forced_name(std::string_view text) {
  auto rest = text;
  ForcedName forced;
  forced.library = take(rest, ':');
  const auto first = take(rest, '/');
  if (take_collective(first, forced)) {
    forced.algorithm = take(rest, ':');
    if (forced.algorithm.empty()) complain(text, expected_parts);
  } else if (!first.empty() && take_collective(rest, forced)) {
    forced.component = first;
    return forced;
  } else {
    complain(text, expected_parts);
  }
  while (!rest.empty()) {
    auto setting = take(rest, ':');
    const auto parameter = take(setting, '=');
    forced.parameters[std::string(parameter)] = number(setting, text);
  }
  return forced;
}

}  // namespace tutti
