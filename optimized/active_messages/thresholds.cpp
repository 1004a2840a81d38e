#include "optimized/active_messages/thresholds.hpp"

#include <charconv>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>

#include "contract/error.hpp"
#include "optimized/fabric/port.hpp"

namespace tutti::active {
namespace {

struct Measured {
  std::string_view name;
  std::int64_t Thresholds::*member;
  std::int64_t value;
};

// Defines `all_measured`; generated from thresholds.json.
#include "measured_thresholds.inc"
static_assert(std::size(all_measured) * sizeof(std::int64_t) == sizeof(Thresholds));

constexpr std::int64_t most = 0x7fffffff;

[[noreturn]] void complain(std::string_view setting) {
  std::string known;
  for (const auto& row : all_measured) known += " " + std::string(row.name);
  throw fabric::FabricError("TUTTI_THRESHOLDS: '" + one_line(setting) +
                            "': expected name=value with a number from 1 to " +
                            std::to_string(most) + " and one of" + known);
}

void apply(std::string_view setting, Thresholds& thresholds) {
  const auto equals = setting.find('=');
  if (equals == std::string_view::npos) complain(setting);
  const auto digits = setting.substr(equals + 1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size() || value < 1 || value > most)
    complain(setting);
  for (const auto& row : all_measured)
    if (row.name == setting.substr(0, equals)) {
      thresholds.*row.member = value;
      return;
    }
  complain(setting);
}

std::string_view settings_of_process() {
  const char* variable = secure_getenv("TUTTI_THRESHOLDS");
  return variable ? variable : "";
}

}  // namespace

Thresholds thresholds_with(std::string_view settings) {
  Thresholds thresholds{};
  for (const auto& row : all_measured) thresholds.*row.member = row.value;
  while (!settings.empty()) {
    const auto end = settings.find(',');
    apply(settings.substr(0, end), thresholds);
    settings.remove_prefix(end == std::string_view::npos ? settings.size() : end + 1);
  }
  return thresholds;
}

const Thresholds& thresholds() {
  static const Thresholds all = thresholds_with(settings_of_process());
  return all;
}

}  // namespace tutti::active
