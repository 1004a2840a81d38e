#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "harness/accept/figure.hpp"
#include "harness/results/result_line.hpp"

namespace tutti {
namespace {

/// Returns the row's launch, which must be that of the header above it.
int launch_of(const ResultLine& line, const ResultHeader& header) {
  const int launch = line.count("launch");
  if (launch != header.launch)
    line.reject(
        fmt::format("expected launch {}, as in the header above, found {}", header.launch, launch));
  return launch;
}

int at_least(int least, const ResultLine& line, const std::string& field) {
  const int value = line.count(field);
  if (value < least) line.reject(fmt::format("expected at least {} in '{}'", least, field));
  return value;
}

std::vector<std::string> hosts_of(const ResultLine& line, std::size_t least, std::size_t most) {
  auto hosts = line.get<std::vector<std::string>>("hosts");
  if (hosts.size() < least || hosts.size() > most)
    line.reject(fmt::format("expected from {} to {} names in 'hosts'", least, most));
  return hosts;
}

Figure figure_of(const ResultLine& line, const ResultHeader& header) {
  auto samples = line.get<std::vector<double>>("samples");
  const auto usable = [](double sample) { return sample > 0 && std::isfinite(sample); };
  if (samples.empty() || !std::ranges::all_of(samples, usable))
    line.reject("expected at least one number in 'samples', all above 0");
  return {measurand_of(line), launch_of(line, header), std::move(samples)};
}

Finding finding_of(const ResultLine& line, const ResultHeader& header) {
  const auto kind = line.one_of({"node", "link", "group"}, "kind");
  const std::size_t least = kind == "link" ? 2 : 1;
  const std::size_t most = kind == "group" ? std::size_t{1} << 20 : least;
  const Finding finding{.kind = kind,
                        .hosts = hosts_of(line, least, most),
                        .measure = line.text("measure"),
                        .launch = launch_of(line, header),
                        .ratio = line.number("ratio"),
                        .low = line.number("ratio_low"),
                        .high = line.number("ratio_high"),
                        .error_probability = line.number("error_probability")};
  if (!(finding.error_probability >= 0 && finding.error_probability <= 1))
    line.reject("expected a number from 0 to 1 in 'error_probability'");
  return finding;
}

OpenQuestion open_question_of(const ResultLine& line, const ResultHeader& header) {
  return {.kind = line.one_of({"node", "link", "group"}, "kind"),
          .hosts = hosts_of(line, 1, std::size_t{1} << 20),
          .measure = line.text("measure"),
          .launch = launch_of(line, header),
          .trials = at_least(0, line, "trials")};
}

HostFact fact_of(const ResultLine& line, const ResultHeader& header) {
  return {line.text("host"), line.text("fact"), line.text("value"), launch_of(line, header)};
}

CollectiveProof proof_of(const ResultLine& line, const ResultHeader& header) {
  return {line.text("collective"), at_least(0, line, "cases"), at_least(0, line, "failures"),
          line.text("failing_case"), launch_of(line, header)};
}

LostHost lost_host_of(const ResultLine& line, const ResultHeader& header) {
  return {line.text("host"), line.text("how"), launch_of(line, header), line.number("seconds")};
}

/// Adds rows to the results, one after the other.
class Reader {
 public:
  void add(const ResultLine& line) {
    const auto kind = line.text("row");
    if (kind == "header") return begin_launch(line);
    if (launches_.empty()) line.reject("expected a header row first");
    if (kind == "figure")
      results_.figures.push_back(figure_of(line, header_));
    else if (kind == "finding")
      results_.findings.push_back(finding_of(line, header_));
    else if (kind == "undecided")
      results_.open_questions.push_back(open_question_of(line, header_));
    else if (kind == "fact")
      results_.facts.push_back(fact_of(line, header_));
    else if (kind == "proof")
      results_.proofs.push_back(proof_of(line, header_));
    else if (kind == "lost")
      results_.lost.push_back(lost_host_of(line, header_));
    else if (kind == "stage")
      add_stage(line);
    else if (kind != "verdict" && kind != "plan" && kind != "journal")  // for others
      line.reject(
          "expected a row of kind header, plan, figure, finding, undecided, fact, proof, stage, "
          "journal, lost or verdict, found '" +
          kind + "'");
  }

  AcceptanceResults results() && { return std::move(results_); }

 private:
  void begin_launch(const ResultLine& line) {
    const auto header = line.header();
    line.one_of({"accept"}, "kind");
    if (launches_.empty()) {
      results_.date = header.date;
      results_.machine = header.machine;
    }
    // A launch that was interrupted goes on below a header of its own.
    if (launches_.empty() || header.launch != header_.launch) results_.finished.clear();
    results_.lost.clear();
    launches_.insert(header.launch);
    results_.launches = static_cast<int>(launches_.size());
    header_ = header;
  }

  void add_stage(const ResultLine& line) {
    launch_of(line, header_);
    const auto stage = line.text("stage");
    std::erase(results_.finished, stage);
    if (line.one_of({"begun", "done"}, "state") == "done") results_.finished.push_back(stage);
  }

  AcceptanceResults results_ = {};
  ResultHeader header_ = {};
  std::set<int> launches_ = {};
};

}  // namespace

Measurand measurand_of(const ResultLine& line) {
  return {.measure = line.text("measure"),
          .hosts = hosts_of(line, 0, 2),
          .bytes = line.bytes(),
          .ranks = at_least(1, line, "ranks"),
          .ranks_per_node = at_least(1, line, "ranks_per_node"),
          .load = line.one_of({"idle", "congested"}, "load"),
          .unit = line.one_of({"us", "GB/s", "1"}, "unit")};
}

AcceptanceResults read_acceptance(const std::string& directory) {
  Reader reader;
  for_each_row(directory + "/accept.jsonl", [&](const ResultLine& line) { reader.add(line); });
  return std::move(reader).results();
}

}  // namespace tutti
