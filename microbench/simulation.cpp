#include "microbench/simulation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "contract/error.hpp"
#include "contract/installation.hpp"
#include "contract/torus.hpp"
#include "harness/platform/child.hpp"
#include "harness/platform/json.hpp"
#include "harness/platform/temporary_folder.hpp"

namespace tutti {
namespace {

constexpr double seconds_max = 600;

std::string require_there(const std::string& path, std::string_view remedy) {
  if (!std::filesystem::exists(path))
    throw CannotRun(fmt::format("{}: not there; {}", path, remedy));
  return path;
}

std::vector<std::string> command_for(const std::vector<int>& torus, const std::string& wanted,
                                     const std::string& ended) {
  const auto tutti = Installation::of_program();
  const auto platform =
      (tutti.data("platforms") / fmt::format("torus_{}", fmt::join(torus, "x"))).string();
  return {"smpirun",
          "-np",
          std::to_string(Torus(torus).ranks()),
          "-platform",
          require_there(platform + ".xml", "no platform has such a torus"),
          "-hostfile",
          platform + ".hosts",
          "--cfg=smpi/simulate-computation:no",
          "--cfg=smpi/test:0",
          "--cfg=surf/precision:1e-12",  // a hop takes 4e-8 s
          "--log=root.threshold:warning",
          require_there(tutti.simulator("tutti-sim-broadcasts").string(),
                        "build it: cmake --preset smpi && cmake --build --preset smpi"),
          wanted,
          ended};
}

std::vector<EndedBroadcast> read(const std::string& path) {
  std::vector<EndedBroadcast> all;
  std::ifstream stream(path);
  for (std::string line; std::getline(stream, line);)
    all.push_back(ended_broadcast_of(parsed_json(line)));
  return all;
}

}  // namespace

std::vector<EndedBroadcast> simulate(const std::vector<OneBroadcast>& broadcasts) {
  const TemporaryFolder folder;
  const auto wanted = folder.file("wanted"), ended = folder.file("ended");
  std::ofstream stream(wanted);
  for (const auto& broadcast : broadcasts) stream << to_json(broadcast).dump() << '\n';
  stream.close();
  require_success(run_child(command_for(broadcasts.front().torus, wanted, ended), {}, seconds_max),
                  "smpirun");
  auto all = read(ended);
  if (all.size() != broadcasts.size()) throw CannotRun("smpirun: the simulation ended early");
  return all;
}

}  // namespace tutti
