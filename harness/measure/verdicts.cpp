#include "harness/measure/verdicts.hpp"

#include <fmt/core.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "contract/error.hpp"
#include "harness/json.hpp"

namespace tutti {
namespace {

using Standing = Verdicts::Standing;

Standing standing_of(const nlohmann::json& line) {
  if (line.at("verdict") == "passed") return Standing::passed;
  return line.value("restriction", "") == "non_commutative" ? Standing::commutative_only
                                                            : Standing::failed;
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
      if (first)
        verdicts.library_version_ = line.at("library_version");
      else if (line.contains("collective"))
        verdicts.standings_[{line.at("subject"), line.at("collective")}] = standing_of(line);
      else
        line.at("verdict");
    } catch (const std::exception&) {
      throw UsageError(fmt::format(
          "{}:{}: expected {}", path, number,
          first ? "the header of verdicts of version 1" : "a verdict with subject and collective"));
    }
  }
  if (number == 0) throw UsageError(path + ":1: expected a header, the file is empty");
  return verdicts;
}

Verdicts::Standing Verdicts::standing(const std::string& subject, Collective collective) const {
  const std::string of(name(collective));
  if (const auto own = standings_.find({subject, of}); own != standings_.end()) return own->second;
  const auto parameters = subject.find(':', subject.find('/'));
  const auto plain = standings_.find({subject.substr(0, parameters), of});
  return plain == standings_.end() ? Standing::unknown : plain->second;
}

}  // namespace tutti
