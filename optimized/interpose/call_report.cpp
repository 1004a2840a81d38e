#include "optimized/interpose/call_report.hpp"

#include <fmt/core.h>
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "contract/mpi_error.hpp"
#include "optimized/interpose/call_site.hpp"

namespace tutti::interpose {
namespace {

using Json = nlohmann::ordered_json;

/// The texts of all ranks of the world, one behind the other, at rank 0.
std::string collected(const std::string& text) {
  int rank = 0, ranks = 0;
  check(PMPI_Comm_rank(MPI_COMM_WORLD, &rank));
  check(PMPI_Comm_size(MPI_COMM_WORLD, &ranks));
  const int length = static_cast<int>(text.size());
  std::vector<int> lengths(static_cast<std::size_t>(ranks)), begins(lengths.size());
  check(PMPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, MPI_COMM_WORLD));
  for (std::size_t i = 1; i < lengths.size(); ++i) begins[i] = begins[i - 1] + lengths[i - 1];
  std::string all(rank == 0 ? static_cast<std::size_t>(begins.back() + lengths.back()) : 0, ' ');
  check(PMPI_Gatherv(text.data(), length, MPI_CHAR, all.data(), lengths.data(), begins.data(),
                     MPI_CHAR, 0, MPI_COMM_WORLD));
  return all;
}

double microseconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

/// One row per place and choice; the calls and the time are those of the rank with most of each.
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

CallReport::CallReport(std::string path, std::string complaint)
    : path_(std::move(path)), complaint_(std::move(complaint)) {}

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
    lines += Json{{"site", call_site(key.site)},
                  {"collective", name(collective)},
                  {"ranks", ranks},
                  {"bytes", bytes},
                  {"protocol", protocol ? key.determination.chosen->name : "library"},
                  {"why", name(key.determination.reason)},
                  {"calls", count.calls},
                  {"time_us", microseconds(count.time)}}
                 .dump(-1, ' ', false, Json::error_handler_t::replace) +
             '\n';
  }
  return lines;
}

void CallReport::write() const {
  const auto lines = collected(own_lines());
  int rank = 0;
  check(PMPI_Comm_rank(MPI_COMM_WORLD, &rank));
  if (rank != 0) return;
  std::ofstream file(path_);
  if (!complaint_.empty()) file << Json{{"refused", complaint_}}.dump() << '\n';
  for (const auto& row : merged(lines)) file << row.dump() << '\n';
  file.close();
  if (!file) fmt::print(stderr, "tutti: TUTTI_REPORT: {}: cannot be written\n", path_);
}

}  // namespace tutti::interpose
