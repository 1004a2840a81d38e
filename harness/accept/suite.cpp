#include "harness/accept/suite.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "contract/error.hpp"

namespace tutti {
namespace {

using enum Collective;

constexpr std::int64_t ki = 1 << 10, mi = 1 << 20;

std::vector<Suite> make_suites() {
  const std::vector<std::int64_t> few{8, 64 * ki}, esif{64 * ki, 512 * ki, 4 * mi};
  const std::vector<std::int64_t> many{8, ki, 16 * ki, 128 * ki, mi};
  const std::vector<SuiteCollective> loaded{{allreduce, {8, mi}, {RanksOfSuite::one_per_node}},
                                            {alltoall, {64 * ki}, {RanksOfSuite::one_per_node}}};
  const std::vector<SuiteCollective> in_node{
      {allreduce, {8, 64 * ki}}, {bcast, {64 * ki}}, {alltoall, {64 * ki}}};
  return {
      {"quick",
       "the most used collectives in little time, for a daily look",
       22,
       4,
       1,
       30,
       {{barrier, {0}, {RanksOfSuite::all}},
        {bcast, few, {RanksOfSuite::all}},
        {allreduce, few, {RanksOfSuite::all}},
        {alltoall, {8, 16 * ki}, {RanksOfSuite::all}}},
       in_node,
       {{allreduce, {8}, {RanksOfSuite::one_per_node}}}},
      {"full",
       "all collectives at several sizes, one rank per node and all ranks",
       {},
       300,
       75,
       100,
       {{barrier, {0}},
        {bcast, many},
        {reduce, many},
        {allreduce, many},
        {gather, many},
        {scatter, many},
        {allgather, many},
        {alltoall, many},
        {reduce_scatter_block, many},
        {scan, many}},
       in_node,
       loaded},
      {"nersc10",
       "the collectives of NERSC-10's rules for the OSU benchmarks",
       {},
       120,
       30,
       100,
       {{allreduce, {8, 25'000'000}, {RanksOfSuite::one_per_node}},
        {alltoall, {1'000'000}, {RanksOfSuite::odd}}},
       in_node,
       loaded},
      {"esif3",
       "the collectives and sizes of ESIF-HPC-3's rules for the Intel MPI Benchmarks",
       {},
       300,
       75,
       100,
       {{barrier, {0}},
        {bcast, esif},
        {reduce, esif},
        {allreduce, esif},
        {allgather, esif},
        {alltoall, esif}},
       in_node,
       loaded},
  };
}

}  // namespace

std::span<const Suite> suites() {
  static const auto all = make_suites();
  return all;
}

const Suite& suite_named(std::string_view name) {
  const auto found = std::ranges::find(suites(), name, &Suite::name);
  if (found != suites().end()) return *found;
  std::vector<std::string_view> names;
  for (const auto& suite : suites()) names.push_back(suite.name);
  throw UsageError(fmt::format("--suite: expected {}, found '{}'", fmt::join(names, ", "), name));
}

}  // namespace tutti
