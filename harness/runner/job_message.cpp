#include "harness/runner/job_message.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cstdint>
#include <sstream>

#include "contract/error.hpp"

namespace tutti {
namespace {

std::chrono::milliseconds hang_limit_from(const std::string& digits) {
  constexpr std::int64_t a_year_ms = std::int64_t{366} * 24 * 3600 * 1000;
  std::int64_t limit = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), limit);
  if (error != std::errc{} || end != digits.data() + digits.size() || limit < 0 ||
      limit > a_year_ms)
    throw UsageError(fmt::format("run: expected milliseconds, found '{}'", digits));
  return std::chrono::milliseconds(limit);
}

PlannedCase planned_case_from(const std::string& line) {
  const auto [kind, text] = message_from(line);
  if (kind != "fresh" && kind != "used")
    throw UsageError(fmt::format("run: expected fresh or used, found '{}'", kind));
  return {parse_case(text), kind == "fresh"};
}

}  // namespace

std::string to_text(const RunOrder& order) {
  auto text = std::to_string(order.hang_limit.count());
  for (const auto& [test, fresh] : order.cases)
    text += fmt::format("\n{} {}", fresh ? "fresh" : "used", print(test));
  return text;
}

RunOrder run_order_from(std::string_view text) {
  const auto [limit, lines] = message_from(text);
  RunOrder order{.hang_limit = hang_limit_from(limit)};
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);)
    order.cases.push_back(planned_case_from(line));
  return order;
}

}  // namespace tutti
