#include "harness/runner/resource_growth.hpp"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

namespace tutti {
namespace {

/// A kind of resource, and from which growth per run on it counts as never given back: less may be
/// the growth of a pool.
struct Resource {
  std::string_view name;
  std::size_t ResourceUse::*use;
  double least_per_run;
};

constexpr int blocks_that_fill_pools = 2;

constexpr std::array resources{
    Resource{"bytes of memory", &ResourceUse::heap_bytes, 4},
    Resource{"mappings", &ResourceUse::mappings, 1.0 / 16},
    Resource{"open files", &ResourceUse::files, 1.0 / 16},
};

std::size_t open_files() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

std::size_t mappings() {
  std::ifstream file("/proc/self/maps");
  return static_cast<std::size_t>(
      std::count(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>(), '\n'));
}

}  // namespace

ResourceUse resource_use() {
  const auto heap = mallinfo2();
  return {.heap_bytes = heap.uordblks + heap.hblkhd, .mappings = mappings(), .files = open_files()};
}

std::optional<std::string> ResourceGrowth::found(int runs_of_block) const {
  assert(use_.size() == blocks + 1);
  if (runs_of_block == 0) return std::nullopt;
  for (const auto& [name, use, least_per_run] : resources) {
    double least = std::numeric_limits<double>::max();
    for (int block = blocks_that_fill_pools; block < blocks; ++block) {
      const auto before = static_cast<double>(use_[static_cast<std::size_t>(block)].*use);
      const auto after = static_cast<double>(use_[static_cast<std::size_t>(block) + 1].*use);
      least = std::min(least, (after - before) / runs_of_block);
    }
    if (least >= least_per_run)
      return fmt::format("each of {} runs takes {:.2g} {} that it does not give back",
                         blocks * runs_of_block, least, name);
  }
  return std::nullopt;
}

}  // namespace tutti
