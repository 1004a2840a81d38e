#pragma once

#include <array>
#include <stdexcept>
#include <string_view>

namespace npb {

/// The problem classes, from the smallest to the largest.
constexpr std::string_view problem_classes = "SWABC";

/// Returns the problem of a class. Throws std::invalid_argument if there is no such class.
template <class Problem>
const Problem& of_class(char problem_class,
                        const std::array<Problem, problem_classes.size()>& problems) {
  const auto place = problem_classes.find(problem_class);
  if (place == std::string_view::npos) throw std::invalid_argument("no such class");
  return problems[place];
}

}  // namespace npb
