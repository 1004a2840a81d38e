#include "harness/map/openmpi_rules.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "harness/map/format.hpp"
#include "harness/map/openmpi_han_rules.hpp"
#include "harness/subject/forced_name.hpp"

namespace tutti::openmpi {
namespace {

/// The collectives in the order of their identifiers, as the format of the rules file defines them.
constexpr std::array<std::string_view, 17> identifiers{"allgather",      "allgatherv",
                                                       "allreduce",      "alltoall",
                                                       "alltoallv",      "alltoallw",
                                                       "barrier",        "bcast",
                                                       "exscan",         "gather",
                                                       "gatherv",        "reduce",
                                                       "reduce_scatter", "reduce_scatter_block",
                                                       "scan",           "scatter",
                                                       "scatterv"};

std::size_t identifier(Collective collective) {
  return static_cast<std::size_t>(
      std::find(identifiers.begin(), identifiers.end(), name(collective)) - identifiers.begin());
}

int parameter(const ForcedName& algorithm, const std::string& key) {
  const auto found = algorithm.parameters.find(key);
  return found == algorithm.parameters.end() ? 0 : found->second;
}

constexpr auto segment = "segment", fanout = "fanout", max_requests = "max_requests";

/// The text of a rules file of numbers.
class ClassicFile {
 public:
  /// `numbers` are those of the library's algorithms, by collective.
  ClassicFile(const nlohmann::json& numbers, bool with_requests)
      : numbers_(numbers), with_requests_(with_requests) {}

  std::string text(const SelectionMap& map) const;

 private:
  std::string message_line(std::int64_t bytes, const ForcedName& chosen) const;
  std::vector<std::string> message_lines(const std::vector<MapRule>& rules, int ranks) const;
  std::string communicator_block(int ranks, const std::vector<std::string>& lines) const;
  std::string collective_block(Collective collective, const RulesByRanks& by_ranks) const;

  const nlohmann::json& numbers_;
  bool with_requests_;
};

/// Returns a line `BYTES ALG FANINOUT SEGSIZE [REQUESTS]`. Algorithm 0 means: no rule.
std::string ClassicFile::message_line(std::int64_t bytes, const ForcedName& chosen) const {
  const bool rule = !chosen.algorithm.empty();
  const auto number =
      rule ? numbers_.at(std::string(name(chosen.collective))).at(chosen.algorithm).get<long>() : 0;
  std::string line = fmt::format("{} {} {} {}", bytes, number, parameter(chosen, fanout),
                                 parameter(chosen, segment));
  if (with_requests_) line += fmt::format(" {}", parameter(chosen, max_requests));
  if (rule) line += " # " + chosen.algorithm;
  return line + "\n";
}

/// Returns the lines for one communicator size. Each line holds up to the size of the next.
std::vector<std::string> ClassicFile::message_lines(const std::vector<MapRule>& rules,
                                                    int ranks) const {
  std::vector<std::string> lines;
  std::int64_t covered = 0;  // sizes up to here are covered by the lines
  for (const auto& rule : rules) {
    const auto begin = library_bytes(rule.collective, ranks, rule.domain.bytes.begin);
    const auto chosen = parse_forced_name(rule.subject);
    if (begin > covered || (begin > 0 && lines.empty())) lines.push_back(message_line(covered, {}));
    lines.push_back(message_line(begin, chosen));
    covered = rule.domain.bytes.end == unlimited
                  ? unlimited
                  : library_bytes(rule.collective, ranks, rule.domain.bytes.end);
  }
  if (covered != unlimited) lines.push_back(message_line(covered, {}));
  return lines;
}

std::string ClassicFile::communicator_block(int ranks,
                                            const std::vector<std::string>& lines) const {
  std::string text = fmt::format("{} # ranks\n{} # message sizes\n", ranks, lines.size());
  for (const auto& line : lines) text += line;
  return text;
}

/// Returns the text for one collective. A block covers communicators up to the next block's size,
/// and the first block also smaller ones. Hence the first block is for 0 ranks and has no rule, and
/// a block without rule follows every gap.
std::string ClassicFile::collective_block(Collective collective,
                                          const RulesByRanks& by_ranks) const {
  const std::vector<std::string> no_rule{message_line(0, {})};
  std::vector<std::string> blocks;
  std::vector<std::string> last;
  const auto add = [&](int ranks, std::vector<std::string> lines) {
    if (lines == last) return;  // the block before goes on
    blocks.push_back(communicator_block(ranks, lines));
    last = std::move(lines);
  };
  add(0, no_rule);
  for (const auto& [ranks, rules] : by_ranks) {
    add(ranks, message_lines(rules, ranks));
    if (!by_ranks.contains(ranks + 1)) add(ranks + 1, no_rule);
  }
  std::string text = fmt::format("{} # {}\n{} # communicator sizes\n", identifier(collective),
                                 name(collective), blocks.size());
  for (const auto& block : blocks) text += block;
  return text;
}

std::string ClassicFile::text(const SelectionMap& map) const {
  const auto groups = rules_by_collective(map);
  std::string text = fmt::format("# tutti: measured on {}\n", map.machine);
  for (const auto& remark : map.remarks) text += fmt::format("# {}\n", remark);
  text += fmt::format("{} # collectives\n", groups.size());
  for (const auto& [collective, by_ranks] : groups) text += collective_block(collective, by_ranks);
  return text;
}

nlohmann::ordered_json json_rule(const MapRule& rule, int ranks) {
  const auto chosen = parse_forced_name(rule.subject);
  nlohmann::ordered_json row{
      {"msg_size_min", library_bytes(rule.collective, ranks, rule.domain.bytes.begin)},
      {"msg_size_max", "inf"},
      {"alg", chosen.algorithm},
      {"faninout", parameter(chosen, fanout)},
      {"seg_size", parameter(chosen, segment)},
      {"reqs", parameter(chosen, max_requests)}};
  if (rule.domain.bytes.end != unlimited)
    row["msg_size_max"] = library_bytes(rule.collective, ranks, rule.domain.bytes.end) - 1;
  return row;
}

}  // namespace

std::map<Collective, RulesByRanks> rules_by_collective(const SelectionMap& map) {
  std::map<Collective, RulesByRanks> groups;
  for (const auto& rule : map.rules)
    for (int ranks = rule.domain.ranks.begin; ranks < rule.domain.ranks.end; ++ranks)
      groups[rule.collective][ranks].push_back(rule);
  return groups;
}

MessageSize message_size(Collective collective) {
  // Not scatter, whose arguments are significant at the root only, so that ranks may disagree; nor scan and
  // exscan, for which the size is that of an element times the ranks, whatever the count.
  using enum Collective;
  constexpr std::array by_block{allreduce, bcast, reduce,
                                allgatherv};  // allgatherv: the mean of the blocks
  constexpr std::array by_all_blocks{allgather, alltoall, gather, reduce_scatter,
                                     reduce_scatter_block};
  if (std::ranges::find(by_block, collective) != by_block.end()) return MessageSize::block;
  if (std::ranges::find(by_all_blocks, collective) != by_all_blocks.end())
    return MessageSize::all_blocks;
  return MessageSize::none;
}

std::int64_t library_bytes(Collective collective, int ranks, std::int64_t bytes) {
  switch (message_size(collective)) {
    case MessageSize::block:
      return bytes;
    case MessageSize::all_blocks:
      return bytes * ranks;
    case MessageSize::none:
      return 0;
  }
  return 0;
}

std::string reason_against(const std::string& subject, const nlohmann::json& details,
                           bool with_requests) {
  if (!subject.starts_with("openmpi:")) return "it is no algorithm of Open MPI";
  const auto algorithm = parse_forced_name(subject);
  const auto numbers = details.value("algorithm_numbers", nlohmann::json::object());
  const auto of_collective =
      numbers.value(std::string(name(algorithm.collective)), nlohmann::json::object());
  if (!of_collective.contains(algorithm.algorithm))
    return "the library does not say which number it has";
  for (const auto& [key, value] : algorithm.parameters)
    if (key != segment && key != fanout && !(with_requests && key == max_requests))
      return fmt::format("a rule cannot set its parameter {}", key);
  return "";
}

std::string classic_rules(const SelectionMap& map, const nlohmann::json& details) {
  return ClassicFile(details.at("algorithm_numbers"), false).text(map);
}

std::string classic_rules_2(const SelectionMap& map, const nlohmann::json& details) {
  return std::string(classic_version_2) + "\n" +
         ClassicFile(details.at("algorithm_numbers"), true).text(map);
}

/// Returns the rules for communicators of one collective; equal ones of consecutive numbers of ranks are one.
static nlohmann::ordered_json communicator_rules(const RulesByRanks& by_ranks) {
  auto of_collective = nlohmann::ordered_json::array();
  for (const auto& [ranks, rules] : by_ranks) {
    auto rows = nlohmann::ordered_json::array();
    for (const auto& rule : rules) rows.push_back(json_rule(rule, ranks));
    if (!of_collective.empty() && of_collective.back()["comm_size_max"] == ranks - 1 &&
        of_collective.back()["rules"] == rows)
      of_collective.back()["comm_size_max"] = ranks;
    else
      of_collective.push_back({{"comm_size_min", ranks},
                               {"comm_size_max", ranks},
                               {"comm_rank_distribution", "any"},
                               {"rules", rows}});
  }
  return of_collective;
}

std::string json_rules(const SelectionMap& map) {
  auto collectives = nlohmann::ordered_json::object();
  for (const auto& [collective, by_ranks] : rules_by_collective(map))
    collectives[std::string(name(collective))] = communicator_rules(by_ranks);
  const nlohmann::ordered_json file{
      {"rule_file_version", 3}, {"module", "tuned"}, {"collectives", collectives}};
  return file.dump(1) + "\n";
}

static FormatCapabilities expressible(const nlohmann::json& details, bool with_requests) {
  return {.sees_bytes =
              [](Collective collective) { return message_size(collective) != MessageSize::none; },
          .reason_against =
              [=](const std::string& subject) {
                return reason_against(subject, details, with_requests);
              },
          .guards_commutativity = false};
}

FormatCapabilities expressible_by_rules(const nlohmann::json& details) {
  return expressible(details, false);
}

FormatCapabilities expressible_with_requests(const nlohmann::json& details) {
  return expressible(details, true);
}

std::map<std::string, std::string> load_rules(const std::string& path) {
  return {{"OMPI_MCA_coll_tuned_use_dynamic_rules", "1"},
          {"OMPI_MCA_coll_tuned_dynamic_rules_filename", path}};
}

std::map<std::string, std::string> load_rules_beneath_han(const std::string& path) {
  auto variables = load_rules(path);
  variables.merge(load_han_rules(beside(path, "han")));
  return variables;
}

}  // namespace tutti::openmpi
