#include "harness/runner/resource_growth.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>
#include <numeric>

namespace tutti {
namespace {

/// Returns what is found where the blocks, of 100 runs each, take so many bytes, and all further ones the last of them.
std::optional<std::string> growth_of_heap(std::vector<std::size_t> taken) {
  taken.resize(ResourceGrowth::blocks, taken.back());
  std::vector<ResourceUse> use{{.heap_bytes = 90000}};
  for (const auto each : taken) use.push_back({.heap_bytes = use.back().heap_bytes + each});
  return ResourceGrowth(use).found(100);
}

TEST(ResourceGrowth, IsFoundIfEachBlockTakesMore) {
  EXPECT_EQ(growth_of_heap({9000, 8000, 4000, 800}),
            "each of 1000 runs takes 8 bytes of memory that it does not give back");
  EXPECT_TRUE(growth_of_heap({0, 0, 400}));
}

TEST(ResourceGrowth, OfPoolsIsNone) {
  EXPECT_FALSE(growth_of_heap({90000, 90000, 0}));
  EXPECT_FALSE(growth_of_heap({90000, 0, 90000, 90000, 0, 90000})) << "grows in steps";
  EXPECT_FALSE(growth_of_heap({90000, 390})) << "less than 4 bytes with each run";
  EXPECT_FALSE(growth_of_heap({0, 0, 5000, 5000, static_cast<std::size_t>(-5000), 5000}));
}

TEST(ResourceUse, CountsWhatIsTaken) {
  const auto before = resource_use();
  const auto memory = std::make_unique<std::vector<char>>(5000);
  std::iota(memory->begin(), memory->end(), 0);
  const int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const auto after = resource_use();
  close(file);
  EXPECT_EQ(after.files, before.files + 1);
  EXPECT_GE(after.heap_bytes, before.heap_bytes + 5000);
  EXPECT_EQ(resource_use().files, before.files);
  EXPECT_GT(before.mappings, 0u);
}

}  // namespace
}  // namespace tutti
