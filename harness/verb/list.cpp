/// Lists every protocol of tutti with its source.
#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "harness/verb.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static int list(bool json) {
  auto rows = nlohmann::json::array();
  for (const auto& row : algorithms()) {
    const auto protocol = fmt::format("{}/{}", name(row.collective), row.name);
    if (json)
      rows.push_back({{"protocol", protocol}, {"summary", row.summary}, {"source", row.source}});
    else
      fmt::print("{:40} {}\n", protocol, row.summary);
  }
  if (json) fmt::print("{}\n", rows.dump(2));
  return 0;
}

static std::function<int()> declare(CLI::App& command) {
  const auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "Print one JSON array");
  return [json] { return list(*json); };
}

}  // namespace tutti

VERB(list){tutti::declare};
