#include "harness/map/subject_name.hpp"

#include <charconv>

namespace tutti {
namespace {

std::string_view take_until(std::string_view& text, char separator) {
  const auto end = text.find(separator);
  const auto part = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return part;
}

}  // namespace

std::optional<LibraryAlgorithm> library_algorithm(std::string_view subject) {
  if (subject.find(':') == std::string_view::npos) return std::nullopt;
  LibraryAlgorithm parts;
  parts.library = take_until(subject, ':');
  if (subject.find('/') == std::string_view::npos) return std::nullopt;
  const auto collective = collective_named(take_until(subject, '/'));
  if (!collective) return std::nullopt;
  parts.collective = *collective;
  parts.algorithm = take_until(subject, ':');
  while (!subject.empty()) {
    auto value = take_until(subject, ':');
    const auto key = take_until(value, '=');
    long number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc{} || end != value.data() + value.size()) return std::nullopt;
    parts.parameters.emplace(key, number);
  }
  if (parts.library.empty() || parts.algorithm.empty()) return std::nullopt;
  return parts;
}

}  // namespace tutti
