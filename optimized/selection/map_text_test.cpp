#include <gtest/gtest.h>

#include "contract/error.hpp"
#include "optimized/selection/selection_map.hpp"

namespace tutti {
namespace {

SelectionMap example() {
  return {
      .target = "openmpi",
      .library = "Open MPI v4.1.4",
      .registry = "5f1d",
      .machine = "two cores",
      .rules =
          {{Collective::allreduce,
            {{4, 5}, {1024, 65536}},
            "openmpi:allreduce/ring",
            true,
            {1024, 4096}},
           {Collective::barrier, {{2, 3}, {0, unlimited}}, "openmpi:barrier/two_proc", false, {}}},
      .fits = {{.collective = Collective::bcast,
                .subject = "mpi",
                .equation = {.domain = {{2, 9}, {8, 4097}},
                             .basis = Basis::logarithmic,
                             .bytes_degree = 1,
                             .error = 0.05,
                             .coefficients = {-1.5, 0.25}}}},
      .remarks = {}};
}

constexpr std::string_view text =
    "tutti-map 2\n"
    "# A rule: COLLECTIVE ranks [A,B) bytes [A,B) SUBJECT [commutative] [measured BYTES,...]\n"
    "# A fit: COLLECTIVE ranks [A,B) bytes [A,B) SUBJECT [commutative] BASIS DEGREE DEGREE error E "
    "of C,...\n"
    "target openmpi\n"
    "library Open MPI v4.1.4\n"
    "registry 5f1d\n"
    "machine two cores\n"
    "rules 2\n"
    "allreduce            ranks [4,5)    bytes [1024,65536)         openmpi:allreduce/ring "
    "commutative measured 1024,4096\n"
    "barrier              ranks [2,3)    bytes [0,inf)              openmpi:barrier/two_proc\n"
    "fits 1\n"
    "bcast                ranks [2,9)    bytes [8,4097)             mpi logarithmic 1 0 error 0.05 "
    "of "
    "-1.5,0.25\n"
    "end\n";

std::string replaced(std::string_view what, std::string_view by) {
  std::string changed(text);
  const auto at = changed.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return changed.replace(at, what.size(), by);
}

std::string complaint(std::string_view map, const MapExpectation& expectation = {}) {
  try {
    parse_map(map, "x.map", expectation);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

TEST(MapText, IsWhatPeopleReview) { EXPECT_EQ(print(example()), text); }

TEST(MapText, RoundTrips) { EXPECT_EQ(parse_map(text, "x.map"), example()); }

TEST(MapText, RemarksAreComments) {
  auto map = example();
  map.remarks = {"left out x: because"};
  EXPECT_NE(print(map).find("# left out x: because\n"), std::string::npos);
  EXPECT_EQ(parse_map(print(map), "x.map"), example());
}

TEST(MapText, ACutAnywhereIsRefused) {
  for (std::size_t length = 0; length < text.size(); ++length)
    ASSERT_NE(complaint(text.substr(0, length)), "none") << length;
}

TEST(MapText, AnotherVersionIsRefused) {
  EXPECT_EQ(complaint(replaced("tutti-map 2", "tutti-map 3")),
            "x.map:1: expected 'tutti-map 2', found 'tutti-map 3'");
}

TEST(MapText, OverlappingRangesAreRefused) {
  const auto other = replaced("barrier              ranks [2,3)    bytes [0,inf)   ",
                              "allreduce            ranks [3,6)    bytes [0,1025)  ");
  EXPECT_NE(complaint(other).find("x.map:10: expected ranges without overlap"), std::string::npos);
  const auto touching = replaced("barrier              ranks [2,3)    bytes [0,inf)   ",
                                 "allreduce            ranks [3,6)    bytes [0,1024)  ");
  EXPECT_EQ(complaint(touching), "none");
}

TEST(MapText, EmptyOrMalformedRangesAreRefused) {
  EXPECT_NE(complaint(replaced("[4,5)", "[5,5)")).find("x.map:9: expected a range that is not"),
            std::string::npos);
  EXPECT_NE(complaint(replaced("[4,5)", "[4,5]")).find("x.map:9: expected a range [BEGIN,END)"),
            std::string::npos);
  EXPECT_NE(complaint(replaced("[4,5)", "[-1,5)")).find("x.map:9: expected a number"),
            std::string::npos);
}

TEST(MapText, UnknownNamesAreRefused) {
  EXPECT_NE(complaint(replaced("barrier  ", "barier   ")).find("x.map:10: expected a collective"),
            std::string::npos);
  const MapExpectation knows_ring{
      .known = [](std::string_view name) { return name == "openmpi:allreduce/ring"; }};
  EXPECT_EQ(complaint(text, knows_ring),
            "x.map:10: expected the name of a subject, found 'openmpi:barrier/two_proc'");
  EXPECT_NE(complaint(replaced(" commutative", " commuting")).find("x.map:9: expected 'COLLECTIVE"),
            std::string::npos);
}

TEST(MapText, OtherSignaturesAreRefused) {
  EXPECT_EQ(complaint(text, {.registry = "abcd"}),
            "x.map:6: expected the registry 'abcd', found '5f1d': the map was made for another");
  EXPECT_NE(complaint(text, {.machine = "big one"}).find("x.map:7: expected the machine 'big one'"),
            std::string::npos);
  EXPECT_EQ(complaint(text, {.registry = "5f1d", .machine = "two cores"}), "none");
}

TEST(MapText, MoreOrFewerRulesThanAnnouncedAreRefused) {
  EXPECT_NE(complaint(replaced("rules 2", "rules 3")), "none");
  EXPECT_NE(complaint(replaced("rules 2", "rules 1")), "none");
  EXPECT_NE(complaint(std::string(text).append("more\n")), "none");
}

TEST(MapText, FitsThatDoNotFitAreRefused) {
  EXPECT_NE(complaint(replaced("-1.5,0.25", "-1.5")).find("x.map:12: expected 2 coefficients"),
            std::string::npos);
  EXPECT_NE(complaint(replaced("-1.5,0.25", "-1.5,nan")).find("x.map:12: expected a number"),
            std::string::npos);
  EXPECT_NE(complaint(replaced("logarithmic 1", "logarithmic 5")).find("expected a degree"),
            std::string::npos);
  EXPECT_NE(complaint(replaced("logarithmic 1 0", "logarithmic 4 4")).find("at most 16 terms"),
            std::string::npos);
  EXPECT_NE(complaint(replaced("logarithmic", "cubic")).find("x.map:12: expected 'COLLECTIVE"),
            std::string::npos);
}

TEST(MapText, FitsOfOneSubjectThatOverlapAreRefused) {
  std::string twice = replaced("fits 1", "fits 2");
  const auto begin = twice.find("bcast "), end = twice.find("end\n");
  twice.insert(end, twice.substr(begin, end - begin));
  EXPECT_NE(complaint(twice).find("x.map:13: expected ranges without overlap"), std::string::npos);
  const auto second = twice.rfind("[8,4097)");
  EXPECT_EQ(complaint(twice.replace(second, 8, "[4097,9000)")), "none");
}

TEST(MapText, AMissingFileIsRefused) { EXPECT_THROW(read_map("/nowhere/x.map"), UsageError); }

}  // namespace
}  // namespace tutti
