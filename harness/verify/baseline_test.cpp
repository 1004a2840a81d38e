#include "harness/verify/baseline.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "contract/error.hpp"
#include "harness/platform/temporary_folder.hpp"

namespace tutti {
namespace {

std::vector<AcceptedFinding> read(const std::string& text) {
  const TemporaryFolder folder;
  const auto path = folder.file("baseline.toml");
  std::ofstream(path) << text;
  return read_baseline(path);
}

std::string complaint_about(const std::string& text) {
  try {
    read(text);
  } catch (const UsageError& error) {
    const std::string message = error.what();
    return message.substr(message.find(".toml:") + 6);
  }
  return "";
}

TEST(Baseline, IsReadAsItWasWritten) {
  const std::vector<AcceptedFinding> findings{
      {.library = "Open MPI v4.1",
       .test = parse_case("tutti-case 1 ranks=2 mode=nonblocking | bcast counts=1"),
       .reason = "reported, see \"issue\" 1\\2\nand\tbelow"},
      {.library = "MPICH",
       .test = parse_case("tutti-case 1 | barrier"),
       .reason = "rare",
       .now_and_then = true}};
  const auto read_again = read(to_toml(findings));
  ASSERT_EQ(read_again.size(), 2u);
  for (std::size_t i = 0; i < findings.size(); ++i) {
    EXPECT_EQ(read_again[i].library, findings[i].library);
    EXPECT_EQ(read_again[i].test, findings[i].test);
    EXPECT_EQ(read_again[i].reason, findings[i].reason);
    EXPECT_EQ(read_again[i].now_and_then, findings[i].now_and_then);
  }
  EXPECT_TRUE(read("# nothing\n").empty());
}

TEST(Baseline, ErrorsNameTheLine) {
  const std::string begin = "\n[[finding]]\nlibrary = \"MPICH\"\n";
  const std::string replay = "replay = \"tutti-case 1 | barrier\"\n";
  EXPECT_EQ(complaint_about(begin + replay),
            "2: expected why the finding is accepted for 'reason'");
  EXPECT_EQ(complaint_about(begin + replay + "reason = \"\"\n"),
            "5: expected why the finding is accepted for 'reason'");
  EXPECT_EQ(
      complaint_about(begin + "replay = \"tutti-case 1 | barter\"\nreason = \"x\"\n").substr(0, 24),
      "4: expected a case line ");
  EXPECT_EQ(complaint_about(begin + replay + "reason = \"x\"\nreasn = \"x\"\n").substr(0, 24),
            "6: unknown key 'reasn'; ");
  EXPECT_EQ(complaint_about("[[findings]]\n").substr(0, 27), "1: unknown key 'findings'; ");
  EXPECT_EQ(complaint_about("finding = 3\n"), "1: expected entries [[finding]]");
}

TEST(Baseline, IsAboutVersionsThatBeginAsItSays) {
  const auto findings = read(
      "[[finding]]\nlibrary = \"Open MPI v4.1\"\nreplay = \"tutti-case 1 | barrier\"\n"
      "reason = \"x\"\n");
  EXPECT_EQ(classes_of(findings, "Open MPI v4.1.4, package: Debian OpenMPI").size(), 1u);
  EXPECT_EQ(classes_of(findings, "Open MPI v5.0.7, package: Debian OpenMPI").size(), 0u);
}

}  // namespace
}  // namespace tutti
