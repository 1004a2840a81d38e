#include "harness/verify/earlier_launches.hpp"

#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "contract/error.hpp"
#include "harness/platform/json.hpp"
#include "harness/platform/replace_file.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;

[[noreturn]] void reject(const std::string& expected) { throw UsageError("expected " + expected); }

const Json& object_in(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_object()) reject(std::string("an object '") + key + "'");
  return *found;
}

int parsed_ranks(const std::string& text) {
  int ranks = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ranks);
  if (error != std::errc{} || end != text.data() + text.size()) reject("numbers of ranks");
  return ranks;
}

EarlierLaunches parsed(const Json& json) {
  if (!json.is_object()) reject("what 'verify --continue' writes");
  EarlierLaunches earlier;
  earlier.coverage.add(object_in(json, "coverage"));
  for (const auto& [subject, cases] : object_in(json, "cases").items()) {
    if (!cases.is_number_unsigned()) reject("numbers in 'cases'");
    earlier.cases[subject] = cases;
  }
  for (const auto& [ranks, symptoms] : object_in(json, "symptoms").items())
    for (const auto& [replay, symptom] : symptoms.items()) {
      if (!symptom.is_null() && !symptom.is_string()) reject("texts in 'symptoms'");
      earlier.symptoms[parsed_ranks(ranks)][replay] =
          symptom.is_null() ? std::nullopt : std::optional<std::string>(symptom);
    }
  return earlier;
}

Json to_json(const std::map<std::string, std::optional<std::string>>& symptoms) {
  Json json = Json::object();
  for (const auto& [replay, symptom] : symptoms) json[replay] = symptom ? Json(*symptom) : Json();
  return json;
}

}  // namespace

EarlierLaunches read_earlier_launches(const std::string& path) {
  if (!std::filesystem::exists(path)) return {};
  try {
    return parsed(parsed_json_file(path));
  } catch (const UsageError& error) {
    throw UsageError(path + ": " + error.what());
  }
}

void write(const EarlierLaunches& earlier, const std::string& path) {
  Json symptoms = Json::object();
  for (const auto& [ranks, of_ranks] : earlier.symptoms)
    symptoms[std::to_string(ranks)] = to_json(of_ranks);
  const Json json{
      {"coverage", earlier.coverage.to_json()}, {"cases", earlier.cases}, {"symptoms", symptoms}};
  replace_file(path, json.dump() + "\n");
}

}  // namespace tutti
