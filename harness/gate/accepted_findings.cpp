#include "harness/gate/accepted_findings.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>

namespace tutti {
namespace {

std::string today() {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%d}", fmt::localtime(now));
}

/// Returns the name and number of a version, such as `Open MPI v4.1.4`, without what follows.
std::string short_version(const std::string& library) {
  return library.substr(0, library.find_first_of(",\n"));
}

bool is_fixed(const std::vector<GateFinding>& findings, const AcceptedFinding& entry) {
  const auto replay = print(entry.test);
  return std::ranges::any_of(findings, [&](const GateFinding& finding) {
    return finding.status == FindingStatus::fixed && finding.replay == replay;
  });
}

}  // namespace

AcceptedFindings::AcceptedFindings(std::vector<AcceptedFinding> baseline, std::string library)
    : library_(std::move(library)) {
  for (auto& entry : baseline)
    (entry.is_about(library_) ? baseline_ : of_others_).push_back(std::move(entry));
  classes_ = classes_of(baseline_, library_);
}

bool AcceptedFindings::cover(const Case& test) const { return meets_any(classes_, test); }

void AcceptedFindings::add(const GateFinding& fresh) {
  found_.push_back({.library = short_version(library_),
                    .test = parse_case(fresh.replay),
                    .reason = fmt::format("not reviewed: found by tutti gate on {}", today())});
  classes_.push_back(class_of(found_.back().test));
}

std::vector<AcceptedFinding> AcceptedFindings::for_next_run(
    const std::vector<GateFinding>& findings) const {
  auto list = of_others_;
  std::ranges::copy_if(baseline_, std::back_inserter(list),
                       [&](const AcceptedFinding& entry) { return !is_fixed(findings, entry); });
  list.insert(list.end(), found_.begin(), found_.end());
  return list;
}

std::vector<AcceptedFinding> AcceptedFindings::for_next_launch() const {
  auto list = baseline_;
  list.insert(list.end(), found_.begin(), found_.end());
  return list;
}

}  // namespace tutti
