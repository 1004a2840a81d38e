#include "harness/platform/child.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "contract/error.hpp"
#include "harness/platform/temporary_folder.hpp"

namespace tutti {
namespace {

using namespace std::chrono_literals;

std::string first_word_of(const std::string& path) {
  std::string word;
  std::ifstream(path) >> word;
  return word;
}

/// Starts a program that has the file `made` while it runs, waits until it is made, and ends the
/// program.
Ending end_early(const std::string& made, const std::string& said, std::chrono::seconds notice) {
  Child child({"sh", "-c",
               "trap \"rm '" + made + "'\" EXIT; trap exit TERM; touch '" + made +
                   "'; echo made; sleep 60 & wait"},
              {}, said);
  while (first_word_of(said) != "made") EXPECT_FALSE(child.has_ended());
  return child.await(0s, notice);
}

TEST(Child, SaysToAFile) {
  const TemporaryFolder folder;
  Child child({"echo", "word"}, {}, folder.file("said"));
  EXPECT_EQ(child.await(60s).status, 0);
  EXPECT_EQ(first_word_of(folder.file("said")), "word");
}

TEST(Child, PutsAwayWhatItMadeWhereItHasNotice) {
  const TemporaryFolder folder;
  const auto made = folder.file("made");
  EXPECT_TRUE(end_early(made, folder.file("said"), 60s).timed_out);
  EXPECT_FALSE(std::filesystem::exists(made));
  EXPECT_TRUE(end_early(made, folder.file("said_again"), 0s).timed_out);
  EXPECT_TRUE(std::filesystem::exists(made));
}

TEST(Child, FailureIsToldInOneLine) {
  const auto ending = run_child({"sh", "-c", "echo this >&2; echo that >&2; exit 7"}, {}, 60);
  try {
    require_success(ending, "it");
    ADD_FAILURE() << "status " << ending.status;
  } catch (const CannotRun& error) {
    EXPECT_STREQ(error.what(), "it: ended with status 7: this that");
  }
}

}  // namespace
}  // namespace tutti
