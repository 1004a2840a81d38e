#include "harness/runner/resource_growth.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>
#include <numeric>

namespace tutti {
namespace {

std::optional<std::string> growth_of_heap(std::vector<std::size_t> bytes) {
  std::vector<ResourceUse> use;
  for (const auto each : bytes) use.push_back({.heap_bytes = each});
  return ResourceGrowth(use).found(250);
}

TEST(ResourceGrowth, IsFoundIfEachBlockTakesMore) {
  EXPECT_EQ(growth_of_heap({0, 9000, 11000, 13000, 15000}),
            "each of 1000 runs takes 8 bytes of memory that it does not give back");
}

TEST(ResourceGrowth, OfPoolsIsNone) {
  EXPECT_FALSE(growth_of_heap({0, 90000, 90000, 90000, 90000}));
  EXPECT_FALSE(growth_of_heap({0, 90000, 180000, 180000, 270000})) << "grows in steps";
  EXPECT_FALSE(growth_of_heap({0, 90000, 90100, 90200, 90300}))
      << "less than 4 bytes with each run";
  EXPECT_FALSE(growth_of_heap({90000, 80000, 70000, 80000, 70000}));
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
