#include "harness/accept/acceptance_file.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "contract/error.hpp"
#include "harness/results/result_line.hpp"

namespace tutti {

using nlohmann::json;

AcceptanceFile::AcceptanceFile(const std::string& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) throw UsageError(fmt::format("--out {}: {}", directory, error.message()));
  path_ = (std::filesystem::path(directory) / "accept.jsonl").string();
  file_ = std::make_unique<ResultFile>(path_);
  if (std::filesystem::file_size(path_, error) > 0) read_acceptance(directory);
  read();
}

void AcceptanceFile::read() {
  if (std::filesystem::file_size(path_) == 0) return;
  for_each_row(path_, [this](const ResultLine& line) { take_over(line); });
  continues_ = !recorded_.stages.contains(last_stage);
  if (continues_) return;
  ++launch_;
  recorded_ = {};
}

void AcceptanceFile::take_over(const ResultLine& line) {
  const auto kind = line.text("row");
  if (kind == "header") {
    line.one_of({"accept"}, "kind");
    if (line.count("launch") == launch_) return;
    launch_ = line.count("launch");
    recorded_ = {};
  } else if (kind == "plan") {
    plan_ = line.whole();
  } else if (kind == "stage") {
    if (line.text("state") == "done") recorded_.stages.insert(line.text("stage"));
  } else if (kind == "proof") {
    recorded_.proofs.insert(line.text("collective"));
  } else if (kind == "journal") {
    recorded_.journals[line.text("journal")].push_back(line.get<std::vector<double>>("costs"));
  } else if (kind == "figure") {
    recorded_.figures.insert(measurand_of(line));
  } else {
    recorded_.others.insert(line.whole().dump());
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
  if (!recorded_.others.contains(row.dump())) file_->append(row);
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
