#include "harness/accept/acceptance_file.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>

#include "contract/error.hpp"
#include "harness/platform/json.hpp"

namespace tutti {

using nlohmann::json;

static Measurand measurand_of(const json& row) {
  return {.measure = row.at("measure"),
          .hosts = row.at("hosts"),
          .bytes = row.at("bytes"),
          .ranks = row.at("ranks"),
          .ranks_per_node = row.at("ranks_per_node"),
          .load = row.at("load"),
          .unit = row.at("unit")};
}

AcceptanceFile::AcceptanceFile(const std::string& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) throw UsageError(fmt::format("--out {}: {}", directory, error.message()));
  path_ = (std::filesystem::path(directory) / "accept.jsonl").string();
  file_ = std::make_unique<ResultFile>(path_);
  if (std::filesystem::file_size(path_, error) > 0) read_acceptance(directory);
  read(path_);
}

void AcceptanceFile::read(const std::string& path) {
  std::ifstream file(path);
  int number = 0;
  for (std::string text; std::getline(file, text);) {
    ++number;
    const auto row = parsed_json(text);
    try {
      if (number == 1 && row.at("kind") != "accept") throw UsageError("");
      take_over(row);
    } catch (const std::exception&) {
      throw UsageError(
          fmt::format("{}:{}: expected a row that `tutti accept` wrote", path, number));
    }
  }
  continues_ = number > 0 && !recorded_.stages.contains(last_stage);
  if (number == 0 || continues_) return;
  ++launch_;
  recorded_ = {};
}

void AcceptanceFile::take_over(const json& row) {
  const std::string kind = row.at("row");
  if (kind == "header") {
    if (row.at("launch") == launch_) return;
    launch_ = row.at("launch");
    recorded_ = {};
  } else if (kind == "plan") {
    plan_ = row;
  } else if (kind == "stage") {
    if (row.at("state") == "done") recorded_.stages.insert(row.at("stage"));
  } else if (kind == "proof") {
    recorded_.proofs.insert(row.at("collective"));
  } else if (kind == "journal") {
    recorded_.journals[row.at("journal")].push_back(row.at("costs"));
  } else if (kind == "figure") {
    recorded_.figures.insert(measurand_of(row));
  } else {
    recorded_.others.insert(row.dump());
  }
}

void AcceptanceFile::begin(ResultHeader header, const json& plan) {
  for (const auto& [key, value] : plan.items())
    if (!plan_.is_null() && plan_.value(key, json()) != value)
      throw UsageError(fmt::format(
          "--out: {} holds results with another {}: expected {} as there, found {}; or another "
          "directory",
          path_, key, plan_.value(key, json()).dump(), value.dump()));
  header.launch = launch_;
  file_->append(header);
  if (!plan_.is_null()) return;
  json row(plan);
  row["row"] = "plan";
  file_->append(row);
}

void AcceptanceFile::append_new(const json& row) {
  const bool known = row.at("row") == "figure" ? recorded_.figures.contains(measurand_of(row))
                                               : recorded_.others.contains(row.dump());
  if (!known) file_->append(row);
}

void AcceptanceFile::begin_stage(const std::string& stage) {
  file_->append(json{{"row", "stage"}, {"stage", stage}, {"state", "begun"}, {"launch", launch_}});
}

void AcceptanceFile::finish_stage(const std::string& stage, double seconds) {
  file_->append(json{{"row", "stage"},
                     {"stage", stage},
                     {"state", "done"},
                     {"launch", launch_},
                     {"seconds", seconds}});
  recorded_.stages.insert(stage);
}

std::optional<std::vector<double>> AcceptanceFile::next_recorded(const std::string& journal) {
  const auto found = recorded_.journals.find(journal);
  auto& returned = returned_[journal];
  if (found == recorded_.journals.end() || returned == found->second.size()) return {};
  return found->second[returned++];
}

void AcceptanceFile::record(const std::string& journal, const std::vector<double>& costs) {
  file_->append(
      json{{"row", "journal"}, {"journal", journal}, {"launch", launch_}, {"costs", costs}});
}

}  // namespace tutti
