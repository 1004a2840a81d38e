#include "preload/call_report.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "preload/call_site.hpp"
#include "preload/gathered_text.hpp"
#include "preload/microseconds.hpp"

namespace tutti::preload {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the row as JSON. Replaces bytes that are not UTF-8: file names and files may contain
/// such.
std::string line_of(const Json& row) {
  return row.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Returns one row for each call site and determination, the longest time first. Calls and time are
/// each the maximum over the ranks.
std::vector<Json> merged(const std::string& lines) {
  std::map<std::string, Json> rows;
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) {
    auto row = Json::parse(line);
    const long calls = row["calls"];
    const double time_us = row["time_us"];
    row.erase("calls");
    row.erase("time_us");
    auto& sum = rows.try_emplace(row.dump(), row).first->second;
    sum["members"] = sum.value("members", 0) + 1;
    sum["calls"] = std::max(sum.value("calls", 0L), calls);
    sum["time_us"] = std::max(sum.value("time_us", 0.0), time_us);
  }
  std::vector<Json> result;
  for (auto& [key, row] : rows) result.push_back(std::move(row));
  std::ranges::stable_sort(result, std::greater{},
                           [](const Json& row) { return row["time_us"].get<double>(); });
  return result;
}

}  // namespace

CallReport::CallReport(std::string path, std::string complaint, std::string_view guard)
    : path_(std::move(path)), complaint_(std::move(complaint)), guard_(guard) {}

std::size_t CallReport::Hash::operator()(const Key& key) const {
  std::size_t hash = std::hash<const void*>{}(key.site);
  for (const auto value : {static_cast<std::int64_t>(key.parameters.collective),
                           key.parameters.bytes, std::int64_t{key.parameters.ranks}})
    hash = hash * 1000003 ^ std::hash<std::int64_t>{}(value);
  return hash;
}

void CallReport::add(const Key& key, Clock::duration time) {
  const std::scoped_lock lock(mutex_);
  auto& count = counts_[key];
  ++count.calls;
  count.time += time;
}

std::string CallReport::own_lines() const {
  std::string lines;
  for (const auto& [key, count] : counts_) {
    const auto& [collective, ranks, bytes] = key.parameters;
    const auto* protocol = key.determination.protocol();
    lines += line_of({{"site", call_site(key.site)},
                      {"collective", name(collective)},
                      {"ranks", ranks},
                      {"bytes", bytes},
                      {"protocol", protocol ? key.determination.chosen->name : "library"},
                      {"why", name(key.determination.reason)},
                      {"calls", count.calls},
                      {"time_us", microseconds(count.time)}}) +
             '\n';
  }
  return lines;
}

void CallReport::write() const {
  std::string text = complaint_.empty() ? "" : line_of({{"refused", complaint_}}) + '\n';
  if (!guard_.empty()) text += Json{{"guard", guard_}}.dump() + '\n';
  for (const auto& row : merged(gathered(own_lines()))) text += row.dump() + '\n';
  write_at_first_rank(text, path_, "TUTTI_REPORT");
}

}  // namespace tutti::preload
