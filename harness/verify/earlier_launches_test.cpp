#include "harness/verify/earlier_launches.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "contract/error.hpp"
#include "harness/platform/temporary_folder.hpp"

namespace tutti {
namespace {

TEST(EarlierLaunches, AreReadAsTheyWereWritten) {
  const TemporaryFolder folder;
  const auto path = folder.file("state.json");
  EXPECT_TRUE(read_earlier_launches(path).cases.empty());
  EarlierLaunches earlier;
  earlier.coverage.hit({{"mode", "blocking"}, {"root", "first"}});
  earlier.cases = {{"mpi", 12}};
  earlier.symptoms[3] = {{"tutti-case 1 | barrier", "hangs"}, {"tutti-case 1 | bcast", {}}};
  write(earlier, path);
  const auto again = read_earlier_launches(path);
  EXPECT_EQ(again.coverage.pairs().hit, 1u);
  EXPECT_EQ(again.cases, earlier.cases);
  EXPECT_EQ(again.symptoms, earlier.symptoms);
}

TEST(EarlierLaunches, OtherFilesAreRefused) {
  const TemporaryFolder folder;
  const auto path = folder.file("state.json");
  for (const auto* text : {"", "nonsense", "[]", R"({"coverage": {}})"}) {
    std::ofstream(path) << text;
    EXPECT_THROW(read_earlier_launches(path), UsageError) << text;
  }
}

}  // namespace
}  // namespace tutti
