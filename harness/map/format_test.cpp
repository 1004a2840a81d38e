#include "harness/map/format.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "contract/error.hpp"
#include "harness/platform/temporary_folder.hpp"

namespace tutti {
namespace {

TEST(MapFormat, OfALibraryIsTheOneThatItsVersionReads) {
  const auto chosen = [](const char* version) { return find_map_format("openmpi", version).name; };
  EXPECT_EQ(chosen("Open MPI v4.1.4, package: Debian"), "openmpi-classic");
  EXPECT_EQ(chosen("Open MPI v5.0.6"), "openmpi-classic");
  EXPECT_EQ(chosen("Open MPI v5.0.7"), "openmpi-classic-2");
  EXPECT_EQ(chosen("Open MPI v6.0.0rc2"), "openmpi-json");
  EXPECT_EQ(find_map_format("mpich", "MPICH Version: 5.0.2").name, "mpich");
  EXPECT_EQ(find_map_format("tutti", "MPICH Version: 5.0.2").name, "tutti");
}

TEST(MapFormat, IsRefusedForAVersionThatReadsItInAnotherWay) {
  EXPECT_THROW(find_map_format("openmpi-classic", "Open MPI v6.0.0"), UsageError);
  EXPECT_THROW(find_map_format("openmpi-classic-2", "Open MPI v5.0.6"), UsageError);
  EXPECT_THROW(find_map_format("openmpi-json", "Open MPI v5.0.7"), UsageError);
  EXPECT_EQ(find_map_format("openmpi-classic", "Open MPI v5.0.7").name, "openmpi-classic");
}

TEST(MapFormat, OfAFileIsToldByItsText) {
  const TemporaryFolder folder;
  const auto path = folder.file("rules");
  const auto format = [&](const char* text) {
    std::ofstream(path) << text;
    return map_format_of("openmpi", path).name;
  };
  EXPECT_EQ(format("# tutti\n0 # collectives\n"), "openmpi-classic");
  EXPECT_EQ(format(""), "openmpi-classic");
  EXPECT_EQ(format("rule-file-version-2\n0\n"), "openmpi-classic-2");
  EXPECT_EQ(format("{}"), "openmpi-json");
  EXPECT_EQ(map_format_of("mpich", path).name, "mpich");
}

}  // namespace
}  // namespace tutti
