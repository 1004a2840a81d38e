#include "harness/verify/replay.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "contract/error.hpp"

namespace tutti {
namespace {

std::string contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad())
    throw UsageError(
        fmt::format("{}: cannot be read; expected a file of case lines, or a line "
                    "that begins with 'tutti-case'",
                    path));
  return text;
}

}  // namespace

std::vector<Case> read_replay(const std::string& line_or_path) {
  if (line_or_path.starts_with("tutti-case")) return {parse_case(line_or_path)};
  std::istringstream text(contents_of(line_or_path));
  std::vector<Case> cases;
  std::string line;
  for (int number = 1; std::getline(text, line); ++number) {
    if (line.empty() || line.front() == '#') continue;
    if (text.eof())
      throw UsageError(fmt::format("{}:{}: the file is cut off; expected a line break at its end",
                                   line_or_path, number));
    try {
      cases.push_back(parse_case(line));
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}:{}: {}", line_or_path, number, error.what()));
    }
  }
  if (cases.empty())
    throw UsageError(
        fmt::format("{}: holds no case; expected at least one line that begins with "
                    "'tutti-case'",
                    line_or_path));
  return cases;
}

}  // namespace tutti
