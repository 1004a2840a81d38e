#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace tutti {

/// What the supervisor of a job asks it, and what the job answers: a word, a blank, and the rest.
/// `facts`: `facts` and Facts as text. `applicable CASE`: `yes` or `no`. `fresh MS CASE` and
/// `used MS CASE` run a case that may take so many milliseconds: `outcome` and Outcome as text.
/// Anything that cannot be asked: `unusable` and why.
struct Message {
  std::string word;
  std::string rest;
};

inline Message message_from(std::string_view text) {
  const auto blank = text.find(' ');
  if (blank == std::string_view::npos) return {std::string(text), {}};
  return {std::string(text.substr(0, blank)), std::string(text.substr(blank + 1))};
}

}  // namespace tutti
