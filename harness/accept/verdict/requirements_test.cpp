#include "harness/accept/verdict/requirements.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "contract/error.hpp"
#include "harness/platform/temporary_folder.hpp"

namespace tutti {
namespace {

class RequirementsFile : public testing::Test {
 protected:
  Requirements read(const std::string& text) const {
    std::ofstream(path_) << text;
    return read_requirements(path_);
  }

  /// Returns the error without the path, `none` if there is no error.
  std::string complaint(const std::string& text) const {
    try {
      read(text);
    } catch (const UsageError& error) {
      const std::string what = error.what();
      EXPECT_EQ(what.find(path_), 0u) << what;
      return what.substr(path_.size());
    }
    return "none";
  }

  /// The error of one entry, which begins in line 1.
  std::string complaint_of_entry(const std::string& keys) const {
    return complaint("[[require]]\n" + keys);
  }

  TemporaryFolder folder_;
  const std::string path_ = folder_.file("require.toml");
};

TEST_F(RequirementsFile, StatesEveryKindOfDemand) {
  const auto requirements = read(R"(# of the contract
false_alarms = 0.02
[[require]]
name = "clause 4.2"
measure = "allreduce"
bytes = "64K"
ranks_per_node = 1
at_most = "25 us"
[[require]]
measure = "memory_bandwidth"
each = "node"
at_least = "95 % of median node"
[[require]]
same = "kernel"
[[require]]
slow = 1
[[require]]
correct = true
)");
  EXPECT_EQ(requirements.false_alarms, 0.02);
  EXPECT_EQ(requirements.false_passes, 0.02);
  EXPECT_FALSE(requirements.shared_spread);
  ASSERT_EQ(requirements.list.size(), 5u);
  EXPECT_EQ(requirements.list[0].name, "clause 4.2");
  EXPECT_EQ(requirements.list[0].line, 3);
  const auto& first = std::get<FigureRequirement>(requirements.list[0].demand);
  EXPECT_EQ(first.bytes, 65536);
  EXPECT_EQ(first.ranks_per_node, 1);
  EXPECT_EQ(first.ranks, std::nullopt);
  EXPECT_TRUE(first.at_most);
  EXPECT_EQ(first.limit.scaled(), 25);
  EXPECT_EQ(requirements.list[1].name, "memory_bandwidth each node at least 95 % of median node");
  const auto& second = std::get<FigureRequirement>(requirements.list[1].demand);
  EXPECT_EQ(second.hosts, 1);
  EXPECT_EQ(second.limit.reference, Reference::median);
  EXPECT_DOUBLE_EQ(second.limit.scaled(), 0.95);
  EXPECT_EQ(std::get<SameFactRequirement>(requirements.list[2].demand).fact, "kernel");
  EXPECT_EQ(std::get<SlowPlacesRequirement>(requirements.list[3].demand).most, 1);
  EXPECT_TRUE(std::holds_alternative<CorrectRequirement>(requirements.list[4].demand));
}

TEST_F(RequirementsFile, NamesTheLineOfWhatIsWrong) {
  const std::string measure = "measure = \"bcast\"\n";
  EXPECT_EQ(complaint_of_entry(measure + "at_mots = \"2 us\"\n"),
            ":1: expected either 'at_most' or 'at_least'");
  EXPECT_EQ(complaint_of_entry(measure + "at_most = \"2 us\"\n\nbites = 8\n"),
            ":5: unknown key 'bites'; expected one of at_most, bytes, each, load, measure, name, "
            "ranks, ranks_per_node");
  EXPECT_EQ(complaint_of_entry("same = \"kernel\"\nbytes = 8\n"),
            ":3: unknown key 'bytes'; expected one of name, same");
  EXPECT_EQ(complaint_of_entry(measure + "at_most = \"2 sec\"\n"),
            ":3: expected " + std::string(known_limits()) + " for 'at_most'");
  EXPECT_EQ(complaint_of_entry(measure + "at_most = 2\n"),
            ":3: expected " + std::string(known_limits()) + " for 'at_most'");
  EXPECT_EQ(complaint_of_entry(measure + "at_most = \"2 GB/s\"\n"),
            ":3: expected a time or a ratio for 'at_most'");
  EXPECT_EQ(complaint_of_entry(measure + "at_least = \"2 us\"\n"),
            ":3: expected a bandwidth or a ratio for 'at_least'");
  EXPECT_EQ(complaint_of_entry(measure + "at_least = \"95 % of median node\"\n"),
            ":3: expected each = \"node\" beside it for 'at_least'");
  EXPECT_EQ(complaint_of_entry(measure + "at_most = \"2 us\"\nbytes = \"8X\"\n"),
            ":4: expected bytes such as 8, \"64K\" or \"1M\" for 'bytes'");
  EXPECT_EQ(complaint_of_entry(measure + "at_most = \"2 us\"\neach = \"nodes\"\n"),
            ":4: expected one of machine, node, pair for 'each'");
  EXPECT_EQ(complaint_of_entry("slow = -1\n"),
            ":2: expected a whole number, at least 0 for 'slow'");
  EXPECT_EQ(complaint_of_entry("slow = \"none\"\n"),
            ":2: expected a whole number, at least 0 for 'slow'");
  EXPECT_EQ(complaint_of_entry("correct = false\n"),
            ":1: expected one of 'measure', 'same', 'slow' or 'correct = true'");
  EXPECT_EQ(complaint("false_alarms = 1.5\n[[require]]\nslow = 0\n"),
            ":1: expected a probability above 0 and at most 0.5, such as 0.01 for 'false_alarms'");
  EXPECT_EQ(complaint("spread = \"baseline\"\n[[require]]\nslow = 0\n"),
            ":1: expected one of own, shared for 'spread'");
  EXPECT_EQ(complaint("\n[[required]]\nslow = 0\n").substr(0, 26), ":2: unknown key 'required'");
  EXPECT_EQ(complaint("false_alarms = 0.01\n"), ":1: expected at least one entry [[require]]");
  EXPECT_EQ(complaint("[[require]]\nslow = 0\nslow = 1\n").substr(0, 3), ":3:");  // toml++'s words
}

TEST_F(RequirementsFile, MustBeThere) {
  EXPECT_THROW(read_requirements(folder_.file("missing")), UsageError);
}

TEST(Limits, ConvertUnits) {
  const auto scaled = [](const char* text) { return parsed_limit(text)->scaled(); };
  EXPECT_DOUBLE_EQ(scaled("250 ns"), 0.25);
  EXPECT_DOUBLE_EQ(scaled("25us"), 25);
  EXPECT_DOUBLE_EQ(scaled("1.5 ms"), 1500);
  EXPECT_DOUBLE_EQ(scaled("2 s"), 2e6);
  EXPECT_DOUBLE_EQ(scaled("5e8 B/s"), 0.5);
  EXPECT_DOUBLE_EQ(scaled("900 MB/s"), 0.9);
  EXPECT_DOUBLE_EQ(scaled("11.5 GB/s"), 11.5);
  EXPECT_DOUBLE_EQ(scaled("100 Gbit/s"), 12.5);
  EXPECT_DOUBLE_EQ(scaled("1.5"), 1.5);
  EXPECT_DOUBLE_EQ(scaled("105 % of baseline"), 1.05);
  EXPECT_DOUBLE_EQ(scaled("105% of baseline"), 1.05);
  EXPECT_DOUBLE_EQ(scaled("150 % of idle"), 1.5);
  for (const char* text : {"", "us", "0 us", "-1 us", "nan us", "inf us", "1 US", "1 GiB/s", "95 %",
                           "95 % of the baseline", "1 us 2"})
    EXPECT_FALSE(parsed_limit(text)) << text;
}

TEST(Bytes, AreBinary) {
  EXPECT_EQ(parsed_bytes("8"), 8);
  EXPECT_EQ(parsed_bytes("64K"), 65536);
  EXPECT_EQ(parsed_bytes("1 MiB"), 1 << 20);
  EXPECT_EQ(parsed_bytes("2G"), std::int64_t{2} << 30);
  for (const char* text : {"", "K", "-8", "8T", "8k", "8 B", "2000G", "1.5K"})
    EXPECT_FALSE(parsed_bytes(text)) << text;
}

}  // namespace
}  // namespace tutti
