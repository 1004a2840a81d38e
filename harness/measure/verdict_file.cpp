#include "harness/measure/verdict_file.hpp"

#include <fmt/core.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "contract/error.hpp"
#include "harness/platform/json.hpp"
#include "harness/subject/forced_subjects.hpp"
#include "optimized/protocol/protocol.hpp"

namespace tutti {
namespace {

using Standing = Verdicts::Standing;

Standing standing_of(const nlohmann::json& line) {
  if (line.at("verdict") == "passed") return Standing::passed;
  return line.value("restriction", "") == "non_commutative" ? Standing::commutative_only
                                                            : Standing::failed;
}

/// Returns the name under which the subject is verified: the one with default parameters. Named components stay,
/// since they are other algorithms.
std::string verified_name(const std::string& subject) {
  if (names_forced_subject(subject)) return subject.substr(0, subject.find(':', subject.find('/')));
  auto protocol = parse_protocol(subject);
  protocol.parameters = {.within = protocol.parameters.within,
                         .between = protocol.parameters.between};
  protocol.packet = 0;
  return print(protocol);
}

}  // namespace

Verdicts Verdicts::read(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw UsageError(path + ": cannot be read; expected the verdicts of `tutti verify`");
  Verdicts verdicts;
  int number = 0;
  for (std::string text; std::getline(file, text);) {
    const auto line = parsed_json(text);
    const bool first = ++number == 1;
    try {
      if (first && (line.at("format") != "tutti-verdicts" || line.at("version") != 1))
        throw UsageError("");
      if (first) {
        verdicts.library_version_ = line.at("library_version");
        verdicts.registry_ = line.at("registry");
      } else if (line.contains("collective")) {
        verdicts.standings_[{line.at("subject"), line.at("collective")}] = standing_of(line);
      } else {
        line.at("verdict");
      }
    } catch (const std::exception&) {
      throw UsageError(fmt::format(
          "{}:{}: expected {}", path, number,
          first ? "the header of verdicts of version 1" : "a verdict with subject and collective"));
    }
  }
  if (number == 0) throw UsageError(path + ":1: expected a header, the file is empty");
  return verdicts;
}

void Verdicts::require(const std::string& library_version, const std::string& registry) const {
  if (library_version_ != library_version)
    throw UsageError(fmt::format("--verdicts: expected those of '{}', found those of '{}'",
                                 library_version, library_version_));
  if (registry_ != registry)
    throw UsageError(fmt::format("--verdicts: expected those of tutti's algorithms {}, found {}",
                                 registry, registry_));
}

Verdicts::Standing Verdicts::standing(const std::string& subject, Collective collective) const {
  const std::string of(name(collective));
  if (const auto own = standings_.find({subject, of}); own != standings_.end()) return own->second;
  const auto plain = standings_.find({verified_name(subject), of});
  return plain == standings_.end() ? Standing::unknown : plain->second;
}

}  // namespace tutti
