#include "harness/accept/verdict/verdict_files.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tutti {
namespace {

const std::vector<Judgement> judgements{
    {.requirement = "clause 4.2, \"small\"",
     .line = 3,
     .conformity = Conformity::falls_short,
     .places = {{.place = "machine",
                 .conformity = Conformity::falls_short,
                 .value = 27.5,
                 .low = 26,
                 .high = 29,
                 .limit = 25,
                 .unit = "us",
                 .launches = 4,
                 .launches_needed = 4,
                 .reason = "too slow"}}},
    {.requirement = "latency each pair at most 2 us",
     .line = 9,
     .conformity = Conformity::cannot_tell,
     .places = {{.place = "a - b",
                 .conformity = Conformity::cannot_tell,
                 .value = 1.5,
                 .low = 0,
                 .high = std::numeric_limits<double>::infinity(),
                 .limit = 2,
                 .unit = "us",
                 .launches = 1,
                 .launches_needed = 2,
                 .reason = "2 launches would tell"}}},
    {.requirement = "same facts",
     .line = 12,
     .conformity = Conformity::holds,
     .places = {{.place = "machine",
                 .conformity = Conformity::holds,
                 .launches = 4,
                 .launches_needed = 4,
                 .reason = "<all>"}}}};

TEST(VerdictFiles, Junit) {
  EXPECT_EQ(to_junit(judgements, "r.toml"), R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="tutti accept" tests="3" failures="1" skipped="1">
    <testcase classname="r.toml:3" name="clause 4.2, &quot;small&quot;: machine">
      <failure message="too slow"/>
    </testcase>
    <testcase classname="r.toml:9" name="latency each pair at most 2 us: a - b">
      <skipped message="2 launches would tell"/>
    </testcase>
    <testcase classname="r.toml:12" name="same facts: machine">
      <system-out>&lt;all&gt;</system-out>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST(VerdictFiles, Csv) {
  EXPECT_EQ(
      to_csv(judgements),
      R"(requirement,line,place,verdict,value,low,high,limit,unit,launches,launches_needed,reason
"clause 4.2, ""small""",3,machine,falls short,27.5,26,29,25,us,4,4,too slow
latency each pair at most 2 us,9,a - b,cannot tell,1.5,0,,2,us,1,2,2 launches would tell
same facts,12,machine,holds,,,,,,4,4,<all>
)");
}

TEST(VerdictFiles, JsonRows) {
  const auto rows = to_rows(judgements);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[1].dump(),
            R"({"high":null,"launches":1,"launches_needed":2,"limit":2.0,"line":9,"low":0.0,)"
            R"("place":"a - b","reason":"2 launches would tell",)"
            R"("requirement":"latency each pair at most 2 us","row":"verdict","unit":"us",)"
            R"("value":1.5,"verdict":"cannot tell"})");
}

}  // namespace
}  // namespace tutti
