#include "harness/verify/coverage.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "contract/error.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;

constexpr int bits_of_a_number = 32;

std::string name_of(const AxisValue& value) { return value.axis + "=" + value.value; }

std::string_view axis_of(std::string_view name) { return name.substr(0, name.find('=')); }

/// Returns the numbers of an array. Throws UsageError if it is no array of numbers below `end`.
std::vector<std::uint32_t> numbers_in(const Json& json, const char* key, std::size_t end) {
  std::vector<std::uint32_t> numbers;
  if (!json.contains(key) || !json[key].is_array())
    throw UsageError(std::string("coverage: expected an array '") + key + "'");
  for (const auto& each : json[key]) {
    if (!each.is_number_unsigned() || each.get<std::uint64_t>() >= end)
      throw UsageError(std::string("coverage: expected numbers of values in '") + key + "'");
    numbers.push_back(each.get<std::uint32_t>());
  }
  return numbers;
}

}  // namespace

std::uint32_t Coverage::number_of(const std::string& name) {
  const auto [place, is_new] =
      numbers_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
  if (is_new) names_.push_back(name);
  return place->second;
}

/// Returns the values' numbers, ascending.
std::vector<std::uint32_t> Coverage::numbers_of(const std::vector<AxisValue>& values) {
  std::vector<std::uint32_t> numbers;
  for (const auto& value : values) numbers.push_back(number_of(name_of(value)));
  std::ranges::sort(numbers);
  return numbers;
}

bool Coverage::is_paired(std::uint32_t value) const { return axis_of(names_[value]) != "op_on"; }

bool Coverage::of_one_axis(std::uint32_t one, std::uint32_t other) const {
  return axis_of(names_[one]) == axis_of(names_[other]);
}

/// Visits each pair of ascending numbers whose values have different axes.
template <class Visitor>
void Coverage::for_each_pair(std::span<const std::uint32_t> values, Visitor visit) const {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!is_paired(values[i])) continue;
    for (std::size_t j = i + 1; j < values.size(); ++j)
      if (is_paired(values[j]) && !of_one_axis(values[i], values[j]))
        visit(Pair{values[i]} << bits_of_a_number | values[j]);
  }
}

void Coverage::draw(const std::vector<AxisValue>& values) {
  const auto numbers = numbers_of(values);
  for_each_pair(numbers, [&](Pair pair) { drawn_pairs_.insert(pair); });
}

void Coverage::hit(const std::vector<AxisValue>& values) {
  const auto numbers = numbers_of(values);
  hit_values_.insert(numbers.begin(), numbers.end());
  for_each_pair(numbers, [&](Pair pair) {
    drawn_pairs_.insert(pair);
    hit_pairs_.insert(pair);
  });
}

ValuesAndPairs Coverage::count_new(const std::vector<AxisValue>& values) {
  const auto numbers = numbers_of(values);
  ValuesAndPairs count;
  for (const auto number : numbers) count.values += !hit_values_.contains(number);
  for_each_pair(numbers, [&](Pair pair) { count.pairs += !hit_pairs_.contains(pair); });
  return count;
}

Share Coverage::values() const { return {hit_values_.size(), names_.size()}; }

Share Coverage::pairs() const { return {hit_pairs_.size(), drawn_pairs_.size()}; }

std::vector<std::string> Coverage::missing() const {
  std::vector<std::string> names;
  for (std::uint32_t number = 0; number < names_.size(); ++number)
    if (!hit_values_.contains(number)) names.push_back(names_[number]);
  std::ranges::sort(names);
  return names;
}

Json Coverage::to_json() const {
  const auto flat = [](const auto& pairs) {
    std::vector<std::uint32_t> numbers;
    for (const Pair pair : pairs) {
      numbers.push_back(static_cast<std::uint32_t>(pair >> bits_of_a_number));
      numbers.push_back(static_cast<std::uint32_t>(pair));
    }
    return numbers;
  };
  return {{"values", names_},
          {"hit", std::vector(hit_values_.begin(), hit_values_.end())},
          {"drawn_pairs", flat(drawn_pairs_)},
          {"hit_pairs", flat(hit_pairs_)}};
}

void Coverage::add(const Json& json) {
  if (!json.is_object() || !json.contains("values") || !json["values"].is_array())
    throw UsageError("coverage: expected an object with 'values'");
  std::vector<std::uint32_t> own;  // the number here of each value there
  for (const auto& name : json["values"]) {
    if (!name.is_string()) throw UsageError("coverage: expected names in 'values'");
    own.push_back(number_of(name));
  }
  for (const auto number : numbers_in(json, "hit", own.size())) hit_values_.insert(own[number]);
  const auto add_pairs = [&](const char* key, auto& pairs) {
    const auto numbers = numbers_in(json, key, own.size());
    if (numbers.size() % 2 != 0)
      throw UsageError(std::string("coverage: expected pairs in '") + key + "'");
    for (std::size_t i = 0; i < numbers.size(); i += 2) {
      const auto [low, high] = std::minmax(own[numbers[i]], own[numbers[i + 1]]);
      pairs.insert(Pair{low} << bits_of_a_number | high);
    }
  };
  add_pairs("drawn_pairs", drawn_pairs_);
  add_pairs("hit_pairs", hit_pairs_);
}

}  // namespace tutti
