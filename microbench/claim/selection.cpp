/// A cached determination bypasses the evaluation of fit equations.
/// Source: selection of collective protocols (Figure 7)
#include "microbench/claim.hpp"

namespace tutti {
namespace {

constexpr double cached_ns_max = 30, evaluated_ns_max = 1000;

/// Returns a row that compares the time with the most that is allowed.
ClaimRow below(std::string what, const std::vector<double>& samples, double most) {
  const auto summary = summarize(samples);
  return {.what = std::move(what),
          .reference = "",
          .measured = summary.median,
          .interval = summary.median_interval,
          .goal = most,
          .unit = "ns",
          .bound = Bound::at_most};
}

std::vector<ClaimRow> measure(const ClaimOptions&) {
  const auto samples = samples_of_benchmark("selection");
  return {below("cached determination", samples.at("cached"), cached_ns_max),
          below("evaluated determination, polynomials", samples.at("evaluated/polynomials"),
                evaluated_ns_max),
          below("evaluated determination, lines from point to point", samples.at("evaluated/lines"),
                evaluated_ns_max),
          row_of("evaluated over cached", "selecting is faster and more efficient with a cache",
                 speedup({samples.at("cached")}, {samples.at("evaluated/polynomials")}), 1)};
}

}  // namespace
}  // namespace tutti

CLAIM(selection){tutti::measure};
