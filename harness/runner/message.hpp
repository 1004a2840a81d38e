#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace tutti {

/// What the supervisor of a job asks it, and what the job answers: a word, a blank or line break, and the rest.
/// `facts`: `facts` and Facts as text. `applicable CASE`: `applicable yes` or `applicable no`. `run
/// MS` and behind it lines `fresh CASE` or `used CASE`, which may take so many milliseconds each:
/// for each `result` and its result as text, up to the first with a complaint; nothing in between is
/// waited for; and `running` some times a second while a case runs. Anything that cannot be asked: `unusable` and why.
struct Message {
  std::string word;
  std::string rest;
};

inline Message message_from(std::string_view text) {
  const auto blank = text.find_first_of(" \n");
  if (blank == std::string_view::npos) return {std::string(text), {}};
  return {std::string(text.substr(0, blank)), std::string(text.substr(blank + 1))};
}

}  // namespace tutti
