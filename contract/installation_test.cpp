#include "contract/installation.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <string>

namespace tutti {
namespace {

namespace fs = std::filesystem;

/// A temporary folder without symbolic links in its path, removed after the test.
class InstallationTest : public testing::Test {
 protected:
  InstallationTest() : folder_((fs::temp_directory_path() / "tutti-XXXXXX").string()) {
    EXPECT_NE(mkdtemp(folder_.data()), nullptr);
    root_ = fs::canonical(folder_);
  }
  ~InstallationTest() override { fs::remove_all(root_); }

  fs::path root_;

 private:
  std::string folder_;
};

TEST_F(InstallationTest, KeepsAllBesideTheProgramInABuildTree) {
  fs::create_directories(root_ / "build/mpich/share/tutti");
  for (const auto& tutti :
       {Installation::around_program(root_ / "build/mpich/tutti"),
        Installation::around_library(root_ / "build/mpich/libtutti-mpich.so")}) {
    EXPECT_EQ(tutti.data("reports"), root_ / "build/mpich/share/tutti/reports");
    EXPECT_EQ(tutti.library("libtutti-mpich.so"), root_ / "build/mpich/libtutti-mpich.so");
    EXPECT_EQ(tutti.simulator("tutti-sim"), root_ / "build/smpi/tutti-sim");
    EXPECT_EQ(tutti.program("openmpi"), root_ / "build/openmpi/tutti");
    EXPECT_EQ(tutti.maps(), "");
  }
}

TEST_F(InstallationTest, FindsAllBelowThePrefixOnceInstalled) {
  for (const auto& tutti :
       {Installation::around_program(root_ / TUTTI_PROGRAMS / "tutti-mpich"),
        Installation::around_library(root_ / TUTTI_LIBRARIES / "libtutti-mpich.so")}) {
    EXPECT_EQ(tutti.data("reports"), root_ / TUTTI_DATA / "reports");
    EXPECT_EQ(tutti.library("libtutti-mpich.so"), root_ / TUTTI_LIBRARIES / "libtutti-mpich.so");
    EXPECT_EQ(tutti.simulator("tutti-sim"), root_ / TUTTI_LIBRARIES / "tutti-sim");
    EXPECT_EQ(tutti.program("openmpi"), root_ / TUTTI_PROGRAMS / "tutti-openmpi");
    EXPECT_EQ(tutti.maps(), root_ / "etc/tutti");
  }
}

TEST_F(InstallationTest, FollowsALinkToTheProgram) {
  fs::create_directories(root_ / "prefix" / TUTTI_PROGRAMS);
  std::ofstream(root_ / "prefix" / TUTTI_PROGRAMS / "tutti-mpich") << "a program";
  fs::create_directory(root_ / "home");
  fs::create_symlink(root_ / "prefix" / TUTTI_PROGRAMS / "tutti-mpich", root_ / "home/tutti");
  EXPECT_EQ(Installation::around_program(root_ / "home/tutti").data("reports"),
            root_ / "prefix" / TUTTI_DATA / "reports");
}

TEST(Installation, KeepsMapsOfTheSystemsOwnPrefixInEtc) {
  EXPECT_EQ(Installation::around_library(fs::path("/usr") / TUTTI_LIBRARIES / "lib.so").maps(),
            "/etc/tutti");
}

TEST(Installation, KnowsTheRunningProgram) {
  EXPECT_EQ(program_path().filename(), "installation_test");
}

}  // namespace
}  // namespace tutti
