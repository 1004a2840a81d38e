#include "harness/subject/control_values.hpp"

#include <algorithm>
#include <cctype>

namespace tutti {
namespace {

constexpr std::string_view separator = "- ";

bool belongs_to_name(char c) {
  return std::islower(static_cast<unsigned char>(c)) ||
         std::isdigit(static_cast<unsigned char>(c)) || c == '_';
}

/// The text before one dash: a run of characters that ends with a name, then padding.
struct Cell {
  std::string_view run;
  std::size_t padding;
  bool delimited;  ///< the run begins where the name begins

  std::size_t width() const { return run.size() + padding; }
};

/// Returns whether a row certainly begins here: after a line break, or after the end of a sentence.
bool begins_row(std::string_view text, std::size_t at) {
  if (at > 0 && text[at - 1] != ' ')
    return std::ispunct(static_cast<unsigned char>(text[at - 1])) || text[at - 1] == '\n';
  while (at > 0 && text[at - 1] == ' ') --at;
  return at > 0 && text[at - 1] == '\n';
}

Cell cell_before(std::string_view text, std::size_t dash) {
  std::size_t end = dash;
  while (end > 0 && text[end - 1] == ' ') --end;
  std::size_t begin = end;
  while (begin > 0 && belongs_to_name(text[begin - 1])) --begin;
  return {text.substr(begin, end - begin), dash - end, begins_row(text, begin)};
}

std::vector<Cell> cells(std::string_view text) {
  std::vector<Cell> result;
  for (auto dash = text.find(separator); dash != std::string_view::npos;
       dash = text.find(separator, dash + 1)) {
    const auto cell = cell_before(text, dash);
    if (cell.padding > 0 && !cell.run.empty()) result.push_back(cell);
  }
  return result;
}

/// Returns whether this is the first row of a table of algorithms, whose name is not padded to the
/// width of the column.
bool is_automatic(std::string_view run) { return run.ends_with("auto"); }

std::string name_in(const Cell& cell, std::size_t width) {
  // The names of non-blocking algorithms have one of two widths, but also one of these beginnings.
  for (const std::string_view beginning : {"sched_", "tsp_"})
    if (const auto begin = cell.run.rfind(beginning); begin != std::string_view::npos)
      return std::string(cell.run.substr(begin));
  if (is_automatic(cell.run)) return "auto";
  const auto length = std::min(cell.run.size(), width - std::min(width, cell.padding));
  return std::string(cell.run.substr(cell.run.size() - length));
}

}  // namespace

std::vector<NamedValue> values_in_description(std::string_view description) {
  const auto rows = cells(description);
  std::size_t width = 0;
  for (const auto& row : rows)
    if (row.delimited) width = std::max(width, row.width());
  if (width == 0) return {};
  std::vector<NamedValue> values;
  for (const auto& row : rows)
    values.push_back({name_in(row, width), static_cast<int>(values.size())});
  return values;
}

}  // namespace tutti
