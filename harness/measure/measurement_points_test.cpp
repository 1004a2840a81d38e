#include "harness/measure/measurement_points.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "contract/error.hpp"

namespace tutti {
namespace {

TEST(MeasurementPoints, KnowsTheCollectiveOfASubject) {
  EXPECT_EQ(collective_of("mpich:bcast/binomial"), Collective::bcast);
  EXPECT_EQ(collective_of("allreduce/ring:layered"), Collective::allreduce);
  EXPECT_EQ(collective_of("openmpi:reduce/chain:segment=4"), Collective::reduce);
  EXPECT_EQ(collective_of("mpi"), std::nullopt);
  EXPECT_EQ(collective_of("reference"), std::nullopt);
}

TEST(MeasurementPoints, MeasuresAlsoOffPowersOfTwo) {
  EXPECT_EQ(default_ranks(4), (std::vector{2, 3, 4}));
  EXPECT_EQ(default_ranks(5), (std::vector{2, 3, 4, 5}));
  EXPECT_EQ(default_ranks(16), (std::vector{2, 3, 4, 6, 8, 12, 16}));
  EXPECT_EQ(default_ranks(1), std::vector<int>{});
}

TEST(MeasurementPoints, ParametersThatMakeNoDifferenceAreOne) {
  const auto alike = [](const char* one, const char* other, int ranks, std::int64_t bytes) {
    return same_schedules(parse_protocol(one), parse_protocol(other),
                          {Collective::bcast, ranks, bytes});
  };
  const auto *shorter = "bcast/pipeline:active:segment=8192", *longer = "bcast/pipeline:active";
  EXPECT_TRUE(alike(shorter, longer, 4, 4096));
  EXPECT_FALSE(alike(shorter, longer, 4, 65536));
  EXPECT_FALSE(alike("bcast/pipeline:active:get", longer, 4, 4096));
  EXPECT_TRUE(alike("bcast/knomial:active:radix=8", "bcast/knomial:active:radix=4", 4, 64));
  EXPECT_FALSE(alike("bcast/knomial:active:radix=8", "bcast/knomial:active:radix=4", 8, 64));
}

TEST(MeasurementPoints, ComponentsAreVariants) {
  const auto subject = find_subject("bcast/two_level:active:segment=65536");
  const auto all = parameter_variants(*subject, false), few = parameter_variants(*subject, true);
  EXPECT_EQ(few.size(), 1u);
  EXPECT_TRUE(std::ranges::count(all, "bcast/two_level:active:segment=65536:between=knomial"));
  EXPECT_FALSE(std::ranges::count(all, "bcast/two_level:active:segment=65536:between=two_level"));
  EXPECT_FALSE(same_schedules(parse_protocol("bcast/two_level:layered:between=flat"),
                              parse_protocol("bcast/two_level:layered:between=binary"),
                              {Collective::bcast, 2, 8}));
}

TEST(MeasurementPoints, RefusesRanksThatAreNotThere) {
  EXPECT_NO_THROW(check_ranks({1, 4}, 4));
  EXPECT_THROW(check_ranks({5}, 4), UsageError);
  EXPECT_THROW(check_ranks({0}, 4), UsageError);
}

TEST(MeasurementPoints, BracketsTheLibrarysSwitchingPoints) {
  const nlohmann::json details{
      {"trees", {{"mpir", R"({"collective=bcast":{"comm_type=intra":{"avg_msg_size<=12288":{},
                     "comm_size=any":{"avg_msg_size<524288":{}}}},
                   "collective=allgather":{"comm_type=intra":{"total_msg_size<=8192":{}}}})"}}}};
  EXPECT_EQ(switching_points(details.dump(), Collective::bcast, 4),
            (std::vector<std::int64_t>{12288, 12296, 524288, 524296}));
  EXPECT_EQ(switching_points(details.dump(), Collective::allgather, 4),
            (std::vector<std::int64_t>{2048, 2056}));
  EXPECT_TRUE(switching_points(details.dump(), Collective::scan, 4).empty());
  EXPECT_TRUE(switching_points("{}", Collective::bcast, 4).empty());
}

TEST(MeasurementPoints, ABarrierHasNoSizes) {
  EXPECT_EQ(sizes_for(Collective::barrier, {8, 64}), (std::vector<std::int64_t>{0}));
  EXPECT_EQ(sizes_for(Collective::bcast, {64, 8, 64}), (std::vector<std::int64_t>{8, 64}));
}

TEST(MeasurementPoints, SelectsByNameAndPattern) {
  EXPECT_TRUE(matches("mpich:bcast/binomial", "*bcast/*"));
  EXPECT_FALSE(matches("mpich:bcast/binomial", "bcast/*"));
  EXPECT_EQ(collectives_named({}), collectives_without_topology());
  EXPECT_EQ(collectives_named({"neighbor_alltoall"}), std::vector{Collective::neighbor_alltoall});
  EXPECT_THROW(collectives_named({"reduce_local"}), UsageError);
  EXPECT_THROW(collectives_named({"bkast"}), UsageError);
}

}  // namespace
}  // namespace tutti
