/// Lists what can be verified and measured: names, constraints, parameters and sources.
#include <dlfcn.h>
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "contract/collective_functions.hpp"
#include "contract/error.hpp"
#include "harness/cli/verb.hpp"
#include "harness/platform/launch.hpp"
#include "harness/subject/constraints.hpp"
#include "harness/subject/forced_name.hpp"
#include "harness/subject/forced_subjects.hpp"
#include "harness/subject/subject.hpp"
#include "optimized/protocol/protocol.hpp"

namespace tutti {
namespace {

struct Options {
  std::string target = "all";
  bool functions = false;
  bool json = false;
};

/// What there is for a collective function of MPI.
struct FunctionRow {
  std::string name;
  bool in_library = false;  ///< the MPI library has it
  bool verified = false;    ///< cases call it
  bool referenced = false;  ///< there is a reference for its collective
  bool served = false;      ///< the preload library can serve it
};

struct Row {
  std::string target, name;
  std::string summary = {}, source = {};
  std::vector<std::string> constraints = {}, tunables = {};
};

/// Returns the collective in a name such as `bcast/binomial:layered` or
/// `mpich:ibcast/sched_binomial`, if there is one.
std::optional<Collective> collective_of(std::string_view name) {
  if (names_forced_subject(name)) return parse_forced_name(name).collective;
  const auto slash = name.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  return collective_named(name.substr(0, slash));
}

void describe_protocol(Row& row) {
  const auto& algorithm = *parse_protocol(row.name).algorithm;
  row.summary = algorithm.summary;
  row.source = algorithm.source;
  const auto& tunables = algorithm.algorithm->tunables;
  if (tunables.segment) row.tunables.push_back("segment");
  if (tunables.radix) row.tunables.push_back("radix");
  if (tunables.window) row.tunables.push_back("window");
  if (tunables.within) row.tunables.push_back("within");
  if (tunables.between) row.tunables.push_back("between");
}

Row describe(const std::string& target, const Subject& subject) {
  Row row{.target = target, .name = subject.name()};
  const auto collective = collective_of(row.name);
  if (collective)
    row.constraints =
        constraints_of(*collective, [&](const Shape& shape) { return subject.applicable(shape); });
  if (names_forced_subject(row.name)) {
    row.summary = "as the MPI library has it";
    row.tunables = forced_parameters(row.name);
  } else if (collective) {
    describe_protocol(row);
  } else {
    row.summary = row.name == "mpi" ? "MPI_* as an application sees them"
                                    : "every collective as the textbook has it";
  }
  return row;
}

std::vector<Row> rows_of(const std::string& target) {
  std::vector<Row> rows;
  for (const auto& subject : subjects(target)) rows.push_back(describe(target, *subject));
  return rows;
}

std::vector<Row> all_rows(const std::string& target) {
  if (target != "all") return rows_of(target);
  std::vector<Row> rows;
  for (const auto* each : {"tutti", "mpi", "mpi-forced"})
    for (auto& row : rows_of(each)) rows.push_back(std::move(row));
  return rows;
}

void print_json(const std::vector<Row>& rows) {
  auto array = nlohmann::json::array();
  for (const auto& row : rows)
    array.push_back({{"target", row.target},
                     {"protocol", row.name},
                     {"summary", row.summary},
                     {"source", row.source},
                     {"constraints", row.constraints},
                     {"tunables", row.tunables}});
  fmt::print("{}\n", array.dump(2));
}

void print_text(const std::vector<Row>& rows) {
  for (const auto& row : rows) {
    fmt::print("{:52} {}", row.name, row.summary);
    if (!row.constraints.empty()) fmt::print(" [{}]", fmt::join(row.constraints, ", "));
    if (!row.tunables.empty()) fmt::print(" [takes {}]", fmt::join(row.tunables, ", "));
    fmt::print("\n");
  }
}

/// Returns the row of a function. Every collective has cases and a reference, and is served, but for what a rank does
/// alone.
FunctionRow describe(const CollectiveFunction& function) {
  return {.name = function.name,
          .in_library = dlsym(RTLD_DEFAULT, fmt::format("P{}", function.name).c_str()) != nullptr,
          .verified = true,
          .referenced = true,
          .served = !traits(function.collective).alone};
}

void print_functions(bool json) {
  auto array = nlohmann::json::array();
  const auto text = [](bool yes) { return yes ? "yes" : "no"; };
  if (!json)
    fmt::print("{:32} {:10} {:9} {:9} {}\n", "function", "in library", "verified", "reference",
               "served");
  for (const auto& function : collective_functions) {
    const auto row = describe(function);
    array.push_back({{"function", row.name},
                     {"in_library", row.in_library},
                     {"verified", row.verified},
                     {"reference", row.referenced},
                     {"served", row.served}});
    if (!json)
      fmt::print("{:32} {:10} {:9} {:9} {}\n", row.name, text(row.in_library), text(row.verified),
                 text(row.referenced), text(row.served));
  }
  if (json) fmt::print("{}\n", array.dump(2));
}

int list(const Options& options) {
  if (options.functions) {
    if (launcher_rank() == 0) print_functions(options.json);
    return 0;
  }
  prepare_forcing();
  const MpiSession session;
  const auto rows = all_rows(options.target);
  if (launcher_rank() != 0) return 0;
  options.json ? print_json(rows) : print_text(rows);
  return 0;
}

std::function<int()> declare(Command& command) {
  const auto options = std::make_shared<Options>();
  command.add_option("--target", options->target, "tutti, mpi, mpi-forced, or all").shows_default();
  command.add_flag("--functions", options->functions,
                   "List the collective functions of MPI instead, and what there is for each");
  command.add_flag("--json", options->json, "Print one JSON array");
  return [options] { return list(*options); };
}

}  // namespace
}  // namespace tutti

VERB(list){tutti::declare};
