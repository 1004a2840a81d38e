#include "contract/torus.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "contract/error.hpp"

namespace tutti {
namespace {

std::vector<int> prime_factors_descending(int number) {
  std::vector<int> factors;
  for (int factor = 2; factor * factor <= number; ++factor)
    for (; number % factor == 0; number /= factor) factors.push_back(factor);
  if (number > 1) factors.push_back(number);
  std::ranges::reverse(factors);
  return factors;
}

}  // namespace

Torus::Torus(std::vector<int> extents) : extents_(std::move(extents)), strides_(extents_.size()) {
  for (std::size_t i = extents_.size(); i-- > 0;) {
    strides_[i] = ranks_;
    ranks_ *= extents_[i];
  }
}

std::vector<int> even_extents(int ranks, int dimensions) {
  std::vector<int> extents(static_cast<std::size_t>(dimensions), 1);
  for (const int factor : prime_factors_descending(ranks))
    *std::ranges::min_element(extents) *= factor;
  std::ranges::sort(extents, std::greater<>());
  return extents;
}

std::vector<std::vector<int>> all_extents(int ranks) {
  if (ranks == 1) return {{}};
  std::vector<std::vector<int>> all;
  for (int first = 2; first <= ranks; ++first) {
    if (ranks % first != 0) continue;
    for (auto& extents : all_extents(ranks / first)) {
      extents.insert(extents.begin(), first);
      all.push_back(std::move(extents));
    }
  }
  return all;
}

std::vector<int> parse_extents(std::string_view text) {
  std::vector<int> extents;
  int ranks = 1;
  const auto* at = text.data();
  for (const auto* const end = at + text.size();; ++at) {
    const auto [rest, error] = std::from_chars(at, end, extents.emplace_back());
    const bool goes_on = rest != end && *rest == 'x';
    if (error != std::errc() || extents.back() < 1 || (rest != end && !goes_on))
      throw UsageError("torus '" + std::string(text) + "': expected extents, as in 4x4x4");
    if (ranks > std::numeric_limits<int>::max() / extents.back())
      throw UsageError("torus '" + std::string(text) + "': has more ranks than can be numbered");
    ranks *= extents.back();
    if (!goes_on) return extents;
    at = rest;
  }
}

}  // namespace tutti
