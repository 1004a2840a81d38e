#include "harness/accept/verdict/limit.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace tutti {
namespace {

struct Unit {
  std::string_view name;
  Reference reference;
  double scale;
  std::string_view figure_unit;
  int hosts = 0;
};

constexpr std::array units{
    Unit{"ns", Reference::absolute, 1e-3, "us"},
    Unit{"us", Reference::absolute, 1, "us"},
    Unit{"ms", Reference::absolute, 1e3, "us"},
    Unit{"s", Reference::absolute, 1e6, "us"},
    Unit{"B/s", Reference::absolute, 1e-9, "GB/s"},
    Unit{"kB/s", Reference::absolute, 1e-6, "GB/s"},
    Unit{"MB/s", Reference::absolute, 1e-3, "GB/s"},
    Unit{"GB/s", Reference::absolute, 1, "GB/s"},
    Unit{"TB/s", Reference::absolute, 1e3, "GB/s"},
    Unit{"Mbit/s", Reference::absolute, 1e-3 / 8, "GB/s"},
    Unit{"Gbit/s", Reference::absolute, 1.0 / 8, "GB/s"},
    Unit{"", Reference::absolute, 1, "1"},
    Unit{"% of baseline", Reference::baseline, 0.01, ""},
    Unit{"% of median node", Reference::median, 0.01, "", 1},
    Unit{"% of median pair", Reference::median, 0.01, "", 2},
    Unit{"% of idle", Reference::idle, 0.01, ""},
};

std::string_view without_leading_spaces(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

/// Takes a number off the beginning of the text, and the spaces behind it.
template <class Number>
std::optional<Number> take_number(std::string_view& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text = without_leading_spaces(text.substr(static_cast<std::size_t>(end - text.data())));
  return number;
}

}  // namespace

std::optional<Limit> parsed_limit(std::string_view text) {
  const auto number = take_number<double>(text);
  if (!number || !(*number > 0) || !std::isfinite(*number)) return std::nullopt;
  for (const auto& unit : units)
    if (unit.name == text)
      return Limit{.number = *number,
                   .unit = std::string(text.empty() ? "1" : text),
                   .reference = unit.reference,
                   .scale = unit.scale,
                   .figure_unit = std::string(unit.figure_unit),
                   .hosts = unit.hosts};
  return std::nullopt;
}

std::string_view known_limits() {
  return "a number above 0 with ns, us, ms, s, B/s, kB/s, MB/s, GB/s, TB/s, Mbit/s, Gbit/s, "
         "no unit, '% of baseline', '% of median node', '% of median pair' or '% of idle'";
}

std::optional<std::int64_t> parsed_bytes(std::string_view text) {
  constexpr std::string_view prefixes = "KMG";
  const auto number = take_number<std::int64_t>(text);
  if (!number || *number < 0) return std::nullopt;
  if (text.empty()) return number;
  const auto prefix = prefixes.find(text.front());
  if (prefix == std::string_view::npos || (text.size() > 1 && text.substr(1) != "iB"))
    return std::nullopt;
  const int shift = 10 * (static_cast<int>(prefix) + 1);
  if (*number > std::int64_t{1} << (40 - shift)) return std::nullopt;
  return *number << shift;
}

}  // namespace tutti
