#include "harness/c_program/setting.hpp"

#include <algorithm>

#include "harness/c_program/source_text.hpp"
#include "harness/case/intercommunicator.hpp"

namespace tutti::c_text {

Setting::Setting(const Case& the_test) : test(the_test) {
  for (int rank = 0; rank < test.ranks; ++rank) members.push_back(place_of(test, rank));
  std::ranges::sort(members, {},
                    [](const Place& place) { return std::pair(place.communicator, place.rank); });
  several = test.operations.size() > 1 || test.repetitions > 1 || test.group == Group::halves ||
            (test.mode != Mode::blocking && test.mode != Mode::nonblocking) ||
            test.handles == Handles::all_freed ||
            (test.completion != Completion::wait && test.completion != Completion::test);
}

bool Setting::between_groups() const { return is_intercommunicator(test.group); }

int Setting::border() const { return local_group(test.group, test.ranks, 0).end; }

int Setting::largest_communicator() const { return std::ranges::max(communicator_sizes(test)); }

int Setting::lanes() const {
  return test.mode == Mode::overlapping || test.mode == Mode::threads ? 2 : 1;
}

std::string Tables::member() const {
  return setting_.test.group == Group::halves ? "first + rank" : "rank";
}

std::string Tables::defined(const std::string& name, const std::vector<std::int64_t>& values) {
  const std::string whole = name + suffix_;
  definitions_.emplace(whole, table(whole, values));
  return whole;
}

std::string Tables::definitions(std::string_view text) const {
  std::string definitions;
  for (const auto& [name, definition] : definitions_)
    if (mentions(text, name)) definitions += definition;
  return definitions;
}

std::string Tables::of_member(const std::string& name, const std::vector<std::int64_t>& values) {
  if (std::ranges::count(values, values.front()) == std::ssize(values))
    return std::to_string(values.front());
  return defined(name, values) + "[" + member() + "]";
}

std::string Tables::of_block(const std::string& name,
                             const std::vector<std::vector<std::int64_t>>& values) {
  std::size_t most = 1;
  for (const auto& row : values) most = std::max(most, row.size());
  std::vector<std::int64_t> all;
  for (auto row : values) {
    row.resize(most, row.empty() ? 0 : row.back());
    all.insert(all.end(), row.begin(), row.end());
  }
  if (std::ranges::count(all, all.front()) == std::ssize(all)) return std::to_string(all.front());
  return defined(name, all) + "[(" + member() + ") * " + std::to_string(most) + " + b]";
}

std::string Tables::where(const std::string& name, const std::vector<bool>& members) {
  const auto holds = [&](auto condition) {
    for (std::size_t i = 0; i < members.size(); ++i)
      if (members[i] != condition(setting_.members[i].rank)) return false;
    return true;
  };
  if (holds([](int) { return true; })) return always;
  if (holds([](int) { return false; })) return never;
  if (holds([](int rank) { return rank > 0; })) return "rank > 0";
  for (int one = 0; one < setting_.largest_communicator(); ++one) {
    const std::string number = std::to_string(one);
    if (holds([=](int rank) { return rank == one; })) return "rank == " + number;
    if (holds([=](int rank) { return rank != one; })) return "rank != " + number;
    if (holds([=](int rank) { return rank < one; })) return "rank < " + number;
    if (holds([=](int rank) { return rank >= one; })) return "rank >= " + number;
  }
  return defined(name, {members.begin(), members.end()}) + "[" + member() + "]";
}

}  // namespace tutti::c_text
