#include "harness/map/openmpi_rules.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/map/openmpi_han_rules.hpp"

namespace tutti::openmpi {
namespace {

SelectionMap example() {
  return {.target = "openmpi",
          .machine = "two cores",
          .rules = {{Collective::allgather, {{3, 4}, {64, 1024}}, "openmpi:allgather/ring"},
                    {Collective::bcast, {{2, 3}, {0, 64}}, "openmpi:bcast/binomial"},
                    {Collective::bcast,
                     {{2, 3}, {512, unlimited}},
                     "openmpi:bcast/chain:fanout=4:segment=4096"},
                    {Collective::bcast, {{3, 4}, {8, 9}}, "openmpi:bcast/binomial"}},
          .remarks = {"left out x: because"}};
}

const nlohmann::json details{
    {"algorithm_numbers",
     {{"allgather", {{"ring", 4}}}, {"bcast", {{"chain", 2}, {"binomial", 6}}}}}};

TEST(OpenMpiRules, SizesAreTheLibrarysOwn) {
  EXPECT_EQ(library_bytes(Collective::bcast, 4, 100), 100);
  EXPECT_EQ(library_bytes(Collective::allreduce, 4, 100), 100);
  EXPECT_EQ(library_bytes(Collective::reduce, 4, 100), 100);
  EXPECT_EQ(library_bytes(Collective::allgatherv, 4, 100), 100);
  EXPECT_EQ(library_bytes(Collective::allgather, 4, 100), 400);
  EXPECT_EQ(library_bytes(Collective::alltoall, 4, 100), 400);
  EXPECT_EQ(library_bytes(Collective::gather, 4, 100), 400);
  EXPECT_EQ(library_bytes(Collective::reduce_scatter, 4, 100), 400);
  EXPECT_EQ(library_bytes(Collective::reduce_scatter_block, 4, 100), 400);
  for (const auto collective : {Collective::alltoallv, Collective::barrier, Collective::scatter,
                                Collective::scan, Collective::exscan})
    EXPECT_EQ(message_size(collective), MessageSize::none) << name(collective);
}

TEST(OpenMpiRules, ClassicFile) {
  EXPECT_EQ(classic_rules(example(), details),
            "# tutti: measured on two cores\n"
            "# left out x: because\n"
            "2 # collectives\n"
            "0 # allgather\n"
            "3 # communicator sizes\n"
            "0 # ranks\n1 # message sizes\n0 0 0 0\n"
            "3 # ranks\n3 # message sizes\n0 0 0 0\n192 4 0 0 # ring\n3072 0 0 0\n"
            "4 # ranks\n1 # message sizes\n0 0 0 0\n"
            "7 # bcast\n"
            "4 # communicator sizes\n"
            "0 # ranks\n1 # message sizes\n0 0 0 0\n"
            "2 # ranks\n3 # message sizes\n0 6 0 0 # binomial\n64 0 0 0\n512 2 4 4096 # chain\n"
            "3 # ranks\n3 # message sizes\n0 0 0 0\n8 6 0 0 # binomial\n9 0 0 0\n"
            "4 # ranks\n1 # message sizes\n0 0 0 0\n");
}

TEST(OpenMpiRules, ClassicFileWithRequests) {
  const SelectionMap map{.target = "openmpi",
                         .machine = "two cores",
                         .rules = {{Collective::alltoall,
                                    {{2, 3}, {8, unlimited}},
                                    "openmpi:alltoall/linear_sync:max_requests=4"}}};
  EXPECT_EQ(classic_rules_2(map, {{"algorithm_numbers", {{"alltoall", {{"linear_sync", 4}}}}}}),
            "rule-file-version-2\n"
            "# tutti: measured on two cores\n"
            "1 # collectives\n"
            "3 # alltoall\n"
            "3 # communicator sizes\n"
            "0 # ranks\n1 # message sizes\n0 0 0 0 0\n"
            "2 # ranks\n2 # message sizes\n0 0 0 0 0\n16 4 0 0 4 # linear_sync\n"
            "3 # ranks\n1 # message sizes\n0 0 0 0 0\n");
}

TEST(OpenMpiRules, HanLeavesToTunedWhatTheMapHasRulesFor) {
  EXPECT_EQ(han_rules(example()),
            "# tutti: measured on two cores\n"
            "2 # collectives\n"
            "allgather\n"
            "1 # level of the topology\n2 # the whole communicator\n3 # communicator sizes\n"
            "1 # ranks\n1 # message sizes\n0 han\n"
            "3 # ranks\n3 # message sizes\n0 han\n64 tuned\n1024 han\n"
            "4 # ranks\n1 # message sizes\n0 han\n"
            "bcast\n"
            "1 # level of the topology\n2 # the whole communicator\n4 # communicator sizes\n"
            "1 # ranks\n1 # message sizes\n0 han\n"
            "2 # ranks\n3 # message sizes\n0 tuned\n64 han\n512 tuned\n"
            "3 # ranks\n3 # message sizes\n0 han\n8 tuned\n9 han\n"
            "4 # ranks\n1 # message sizes\n0 han\n");
}

TEST(OpenMpiRules, HanHasOneBlockForRulesThatFollowEachOther) {
  const SelectionMap map{
      .machine = "two cores",
      .rules = {{Collective::bcast, {{4, 7}, {8, 64}}, "openmpi:bcast/chain"},
                {Collective::bcast, {{4, 7}, {64, unlimited}}, "openmpi:bcast/binomial"}}};
  EXPECT_EQ(han_rules(map),
            "# tutti: measured on two cores\n1 # collectives\nbcast\n"
            "1 # level of the topology\n2 # the whole communicator\n3 # communicator sizes\n"
            "1 # ranks\n1 # message sizes\n0 han\n"
            "4 # ranks\n2 # message sizes\n0 han\n8 tuned\n"
            "7 # ranks\n1 # message sizes\n0 han\n");
}

TEST(OpenMpiRules, HanFileIsNeverEmpty) {
  EXPECT_EQ(han_rules({.machine = "m"}),
            "# tutti: measured on m\n1 # collectives\nbarrier\n"
            "1 # level of the topology\n2 # the whole communicator\n1 # communicator sizes\n"
            "1 # ranks\n1 # message sizes\n0 han\n");
}

const SelectionMap on_5_to_7{
    .target = "openmpi",
    .machine = "two cores",
    .rules = {{Collective::bcast, {{5, 8}, {0, 64}}, "openmpi:bcast/binomial"}}};

TEST(OpenMpiRules, ARangeOfRanksIsOneBlock) {
  EXPECT_EQ(classic_rules(on_5_to_7, details),
            "# tutti: measured on two cores\n"
            "1 # collectives\n"
            "7 # bcast\n"
            "3 # communicator sizes\n"
            "0 # ranks\n1 # message sizes\n0 0 0 0\n"
            "5 # ranks\n2 # message sizes\n0 6 0 0 # binomial\n64 0 0 0\n"
            "8 # ranks\n1 # message sizes\n0 0 0 0\n");
  const auto file = nlohmann::json::parse(json_rules(on_5_to_7));
  const auto& rules = file["collectives"]["bcast"];
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_EQ(rules[0]["comm_size_min"], 5);
  EXPECT_EQ(rules[0]["comm_size_max"], 7);
}

TEST(OpenMpiRules, JsonFileHasInclusiveBoundsAndNames) {
  const auto file = nlohmann::json::parse(json_rules(example()));
  EXPECT_EQ(file["rule_file_version"], 3);
  EXPECT_EQ(file["module"], "tuned");
  const auto& allgather = file["collectives"]["allgather"][0];
  EXPECT_EQ(allgather["comm_size_min"], 3);
  EXPECT_EQ(allgather["comm_size_max"], 3);
  EXPECT_EQ(allgather["comm_rank_distribution"], "any");
  EXPECT_EQ(allgather["rules"][0],
            nlohmann::json::parse(R"({"msg_size_min":192,"msg_size_max":3071,"alg":"ring",
                                      "faninout":0,"seg_size":0,"reqs":0})"));
  const auto& chain = file["collectives"]["bcast"][0]["rules"][1];
  EXPECT_EQ(chain["msg_size_max"], "inf");
  EXPECT_EQ(chain["seg_size"], 4096);
  EXPECT_EQ(chain["faninout"], 4);
}

TEST(OpenMpiRules, RefuseWhatTheyCannotSay) {
  EXPECT_EQ(reason_against("openmpi:bcast/chain:segment=1024", details, false), "");
  EXPECT_NE(reason_against("openmpi:bcast/chain:radix=4", details, false), "");
  EXPECT_NE(reason_against("openmpi:bcast/chain:max_requests=4", details, false), "");
  EXPECT_EQ(reason_against("openmpi:bcast/chain:max_requests=4", details, true), "");
  EXPECT_NE(reason_against("openmpi:bcast/unheard_of", details, false), "");
  EXPECT_NE(reason_against("mpich:bcast/binomial", details, false), "");
  EXPECT_NE(reason_against("openmpi:bcast/chain", nlohmann::json::object(), false), "");
}

}  // namespace
}  // namespace tutti::openmpi
