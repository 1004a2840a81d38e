#include "contract/library_version.hpp"

#include <gtest/gtest.h>

namespace tutti {
namespace {

TEST(LibraryVersion, IsComparedByItsNumbers) {
  EXPECT_EQ(version_number("Open MPI v4.1.4, package: Debian OpenMPI"), "4.1.4");
  EXPECT_EQ(version_number("MPICH Version: 5.0.0rc1"), "5.0.0");
  EXPECT_EQ(version_number("some library"), "");
  EXPECT_TRUE(is_older("4.1.4", "4.10"));
  EXPECT_TRUE(is_older("4.1", "4.1.1"));
  EXPECT_FALSE(is_older("5.0.0", "4.2"));
  EXPECT_FALSE(is_older("4.2", "4.2"));
  EXPECT_TRUE(is_older("", "0"));
}

}  // namespace
}  // namespace tutti
