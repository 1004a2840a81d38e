#include "optimized/selection/map_reader.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "contract/error.hpp"

namespace tutti {

void MapReader::reject(const std::string& expected) const {
  throw UsageError(fmt::format("{}:{}: {}", path_, number_, expected));
}

std::string_view MapReader::line(std::string_view what) {
  while (!text_.empty()) {
    ++number_;
    const auto end = text_.find('\n');
    if (end == std::string_view::npos) reject("expected a line break: the file is cut");
    const auto found = text_.substr(0, end);
    text_.remove_prefix(end + 1);
    if (!found.empty() && found.front() != '#') return found;
  }
  ++number_;
  reject(fmt::format("expected {}: the file is cut", what));
}

std::string MapReader::field(std::string_view word) {
  const auto found = line(fmt::format("the line '{} ...'", word));
  if (!found.starts_with(fmt::format("{} ", word)))
    reject(fmt::format("expected '{} ...', found '{}'", word, found));
  return std::string(found.substr(word.size() + 1));
}

void MapReader::expect_nothing_more() {
  if (text_.find_first_not_of('\n') == std::string_view::npos) return;
  ++number_;
  reject("expected nothing behind 'end'");
}

template <class Action>
void MapReader::for_each_in_list(std::string_view text, Action action) {
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    action(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
}

std::vector<double> MapReader::coefficients(std::string_view text) const {
  std::vector<double> values;
  for_each_in_list(text, [&](auto word) { values.push_back(any_number<double>(word)); });
  return values;
}

std::vector<std::int64_t> MapReader::sizes(std::string_view text) const {
  std::vector<std::int64_t> values;
  for_each_in_list(text, [&](auto word) { values.push_back(number<std::int64_t>(word)); });
  return values;
}

}  // namespace tutti
