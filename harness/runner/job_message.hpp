#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "harness/runner/executor.hpp"

namespace tutti {

/// A message between a supervisor and its job: a word, a blank or line break, and the rest.
/// - `facts` is answered by `facts` and Facts as text.
/// - `applicable CASE` is answered by `applicable yes` or `applicable no`.
/// - `run MS`, followed by lines `fresh CASE` or `used CASE`, runs the cases, with a hang limit of
///   MS milliseconds each. The job sends `result` and the Result as text for each case, up to the
///   first with a complaint, and `running` some times a second while a case runs.
/// - A request that is not valid is answered by `unusable` and the reason.
struct Message {
  std::string word;
  std::string rest;
};

inline Message message_from(std::string_view text) {
  const auto blank = text.find_first_of(" \n");
  if (blank == std::string_view::npos) return {std::string(text), {}};
  return {std::string(text.substr(0, blank)), std::string(text.substr(blank + 1))};
}

/// What a message `run` orders.
struct RunOrder {
  std::chrono::milliseconds hang_limit = {};
  std::vector<PlannedCase> cases = {};

  friend bool operator==(const RunOrder&, const RunOrder&) = default;
};

/// Returns the order as the text behind the word `run`.
std::string to_text(const RunOrder& order);
/// Reads what to_text() returns. Throws UsageError.
RunOrder run_order_from(std::string_view text);

}  // namespace tutti
