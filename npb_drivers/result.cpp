#include "npb_drivers/result.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>

namespace npb {
namespace {

double mops(const Result& result) { return result.run.operations / result.sections.total * 1e-6; }

void print_row(const std::string& section, double seconds, double total) {
  fmt::print("{:32} {:10.4f} {:7.1f} %\n", section, seconds, 100 * seconds / total);
}

}  // namespace

void print_table(const Result& result) {
  const double total = result.sections.total;
  fmt::print("{}, class {}, {} ranks, {} iterations: {}\n", result.benchmark.name,
             result.problem_class, result.ranks, result.run.iterations,
             result.run.verified ? "verified" : "not verified");
  fmt::print("{:32} {:>10} {:>9}\n", "section", "seconds", "share");
  print_row("total, slowest rank", total, total);
  print_row(fmt::format("{}, mean of ranks", result.benchmark.collective),
            result.sections.collective, total);
  print_row("directly behind it, mean", result.sections.behind, total);
  fmt::print("{:.1f} million operations per second\n", mops(result));
}

void print_json(const Result& result) {
  const nlohmann::ordered_json object{{"benchmark", result.benchmark.name},
                                      {"class", std::string(1, result.problem_class)},
                                      {"ranks", result.ranks},
                                      {"seconds", result.sections.total},
                                      {"collective_seconds", result.sections.collective},
                                      {"behind_seconds", result.sections.behind},
                                      {"iterations", result.run.iterations},
                                      {"mops", mops(result)},
                                      {"verified", result.run.verified}};
  fmt::print("{}\n", object.dump());
}

}  // namespace npb
