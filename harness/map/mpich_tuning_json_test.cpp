#include "harness/map/mpich_tuning_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tutti::mpich {
namespace {

const Tree library = Tree::parse(R"({
 "collective=allgather":{"comm_type=intra":{
   "comm_size=pow2":{"algorithm=MPIR_Allgather_intra_recursive_doubling":{}},
   "comm_size=any":{"algorithm=MPIR_Allgather_intra_ring":{}}}},
 "collective=alltoall":{"comm_type=intra":{
   "is_sendbuf_inplace=yes":{"algorithm=MPIR_Alltoall_intra_pairwise_sendrecv_replace":{}},
   "is_sendbuf_inplace=no":{"avg_msg_size<=256":{"algorithm=MPIR_Alltoall_intra_brucks":{}},
                            "avg_msg_size=any":{"algorithm=MPIR_Alltoall_intra_pairwise":{}}}}},
 "collective=allreduce":{"comm_type=intra":{
   "avg_msg_size<=8":{"algorithm=MPIR_Allreduce_intra_recursive_doubling":{}},
   "avg_msg_size=any":{"is_op_built_in=no":{"algorithm=MPIR_Allreduce_intra_recursive_doubling":{}},
     "is_op_built_in=yes":{"count<pow2":{"algorithm=MPIR_Allreduce_intra_recursive_doubling":{}},
       "count=any":{"algorithm=MPIR_Allreduce_intra_reduce_scatter_allgather":{}}}}},
   "comm_type=inter":{"algorithm=MPIR_Allreduce_inter_reduce_exchange_bcast":{}}},
 "collective=barrier":{"comm_type=intra":{
   "comm_hierarchy=parent":{"algorithm=MPIR_Barrier_intra_smp":{}},
   "comm_hierarchy=any":{"algorithm=MPIR_Barrier_intra_dissemination":{}}}}})");

const Tree device = Tree::parse(R"({
 "collective=barrier":{"comm_type=intra":{
   "comm_hierarchy=parent":{"composition=MPIDI_Barrier_intra_composition_alpha":{}},
   "comm_hierarchy=any":{"composition=MPIDI_Barrier_intra_composition_beta":{}}}}})");

Tree intra(const Tree& tree, const std::string& collective) {
  return tree.at("collective=" + collective).at("comm_type=intra");
}

/// Returns the collective's tree after one rule was inserted into the library's tree.
Tree with_rule(const MapRule& rule) {
  SelectionMap map{.rules = {rule}};
  const auto tree = intra(overlay(library, map), std::string(name(rule.collective)));
  EXPECT_TRUE(map.remarks.empty());
  return tree;
}

TEST(MpichTree, SizesAreTheLibrarysOwn) {
  EXPECT_EQ(library_bytes(Collective::bcast, 4, 100), 100);
  EXPECT_EQ(library_bytes(Collective::alltoall, 4, 100), 100);
  EXPECT_EQ(library_bytes(Collective::allgather, 4, 100), 400);
  EXPECT_EQ(library_bytes(Collective::reduce_scatter_block, 4, 100), 400);
  EXPECT_FALSE(size_key(Collective::barrier));
  EXPECT_FALSE(size_key(Collective::gather));
}

TEST(MpichTree, OtherRanksKeepTheLibrarysBranch) {
  const auto tree = with_rule({Collective::allgather, {{4, 5}, {8, 64}}, "mpich:allgather/ring"});
  const auto own = intra(library, "allgather");
  EXPECT_EQ(tree.at("comm_size<=3"), own);
  EXPECT_EQ(tree.at("comm_size=any"), own);
  EXPECT_EQ(tree.size(), 3u);
}

TEST(MpichTree, ARangeBecomesAChainWithTheLibraryAround) {
  const auto tree = with_rule({Collective::allgather, {{4, 5}, {8, 64}}, "mpich:allgather/ring"});
  EXPECT_EQ(tree.at("comm_size<=4").at("comm_size=pow2").dump(),
            R"({"total_msg_size<=31":{"algorithm=MPIR_Allgather_intra_recursive_doubling":{}},)"
            R"("total_msg_size<=255":{"algorithm=MPIR_Allgather_intra_ring":{}},)"
            R"("total_msg_size=any":{"algorithm=MPIR_Allgather_intra_recursive_doubling":{}}})");
}

TEST(MpichTree, PreconditionsComeFromTheLibrarysOwnTree) {
  const auto tree = with_rule({Collective::allreduce,
                               {{4, 5}, {0, unlimited}},
                               "mpich:allreduce/reduce_scatter_allgather"});
  const auto& chosen = tree.at("comm_size<=4").at("avg_msg_size=any");
  EXPECT_EQ(chosen.at("is_op_built_in=yes").at("count=any").dump(),
            R"({"algorithm=MPIR_Allreduce_intra_reduce_scatter_allgather":{}})");
  EXPECT_EQ(chosen.at("is_op_built_in=no"), intra(library, "allreduce"));
  EXPECT_EQ(chosen.at("is_op_built_in=yes").at("count<pow2"), intra(library, "allreduce"));
}

/// Without its parameter in the file, as in MPICH 4.0, a radix would be uninitialized memory.
TEST(MpichTree, ParametersAreThoseOfTheLibrarysOwnTree) {
  const Tree newer = Tree::parse(R"({"collective=barrier":{"comm_type=intra":{
    "comm_hierarchy=parent":{"algorithm=MPIR_Barrier_intra_smp":{}},
    "comm_hierarchy=any":{"algorithm=MPIR_Barrier_intra_k_dissemination":{"k=2":{}}}}}})");
  SelectionMap map{
      .rules = {{Collective::barrier, {{4, 5}, {0, unlimited}}, "mpich:barrier/k_dissemination"}}};
  const auto branch = intra(overlay(newer, map), "barrier").at("comm_size<=4");
  EXPECT_EQ(branch.at("comm_hierarchy=parent").at("algorithm=MPIR_Barrier_intra_k_dissemination"),
            Tree::parse(R"({"k=2":{}})"));
}

TEST(MpichTree, AContradictedPreconditionKeepsTheLibrary) {
  const auto tree =
      with_rule({Collective::alltoall, {{4, 5}, {0, unlimited}}, "mpich:alltoall/brucks"});
  const auto& here = tree.at("comm_size<=4");
  EXPECT_EQ(here.at("is_sendbuf_inplace=yes"),
            intra(library, "alltoall").at("is_sendbuf_inplace=yes"));
  EXPECT_EQ(here.at("is_sendbuf_inplace=no").at("avg_msg_size=any").dump(),
            R"({"algorithm=MPIR_Alltoall_intra_brucks":{}})");
}

TEST(MpichTree, ARestrictionBecomesAGuard) {
  const auto tree = with_rule({Collective::allreduce,
                               {{4, 5}, {0, unlimited}},
                               "mpich:allreduce/recursive_doubling",
                               true});
  const auto& chosen = tree.at("comm_size<=4").at("avg_msg_size=any");
  EXPECT_TRUE(chosen.contains("is_commutative=yes"));
  EXPECT_EQ(chosen.at("is_commutative=no"), intra(library, "allreduce"));
}

TEST(MpichTree, WhatHasNoPlaceIsLeftOutAndSaid) {
  SelectionMap map{
      .rules = {{Collective::allgather, {{3, 4}, {0, 8}}, "mpich:allgather/recursive_doubling"}}};
  const auto tree = overlay(library, map);
  EXPECT_EQ(intra(tree, "allgather").at("comm_size<=3"), intra(library, "allgather"));
  EXPECT_EQ(map.remarks.size(), 1u);
  EXPECT_TRUE(map.rules.empty());
}

TEST(MpichTree, ARangeOfRanksIsOneBranch) {
  const auto tree = with_rule({Collective::alltoall, {{5, 8}, {0, 64}}, "mpich:alltoall/pairwise"});
  std::vector<std::string> keys;
  for (const auto& [key, child] : tree.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"comm_size<=4", "comm_size<=7", "comm_size=any"}));
}

TEST(MpichTree, OfARangeRulesAreKeptWhereTheyHaveAPlace) {
  SelectionMap map{
      .rules = {{Collective::allgather, {{3, 9}, {0, 64}}, "mpich:allgather/recursive_doubling"}}};
  overlay(library, map);
  ASSERT_EQ(map.rules.size(), 2U) << "it needs a power of two";
  EXPECT_EQ(map.rules[0].domain.ranks, (HalfOpen<int>{4, 5}));
  EXPECT_EQ(map.rules[1].domain.ranks, (HalfOpen<int>{8, 9}));
}

/// Returns the rules and remarks that are left of a rule on 512 ranks when the files are written.
SelectionMap emitted(Collective collective, std::int64_t begin, std::int64_t end,
                     const std::string& subject) {
  SelectionMap map{
      .rules = {{collective, {{512, 513}, {begin, end}}, subject, false, {begin, 2 * begin}}}};
  emit(map, {{"trees", {{"mpir", library.dump()}, {"ch4", device.dump()}}}}, "map.json");
  return map;
}

TEST(MpichTree, SizesThatAreNoIntAreLeftOutAndSaid) {
  constexpr std::int64_t mi = 1 << 20;
  const auto large = emitted(Collective::allgather, 8 * mi, unlimited, "mpich:allgather/ring");
  EXPECT_TRUE(large.rules.empty());
  EXPECT_EQ(large.remarks, std::vector<std::string>{
                               "left out mpich:allgather/ring from 8388608 bytes on: MPICH reads "
                               "sizes below 2147483648"});
  const auto cut = emitted(Collective::allgather, 2 * mi, 8 * mi, "mpich:allgather/ring");
  ASSERT_EQ(cut.rules.size(), 1U);
  EXPECT_EQ(cut.rules[0].domain.bytes.end, 4 * mi);
  EXPECT_EQ(cut.rules[0].measured_bytes, std::vector{2 * mi});
  EXPECT_EQ(cut.remarks.size(), 1U);
  EXPECT_EQ(emitted(Collective::allgather, 4 * mi, unlimited, "mpich:allgather/ring").rules.size(),
            1U)
      << "the last threshold is 2^31 - 1";
  EXPECT_TRUE(
      emitted(Collective::alltoall, 8 * mi, unlimited, "mpich:alltoall/pairwise").remarks.empty())
      << "compared with the mean of the blocks";
}

TEST(MpichTree, OtherCollectivesAndIntercommunicatorsAreUntouched) {
  SelectionMap map{
      .rules = {{Collective::barrier, {{4, 5}, {0, unlimited}}, "mpich:barrier/dissemination"}}};
  auto tree = overlay(library, map);
  tree["collective=barrier"] = library.at("collective=barrier");
  EXPECT_EQ(tree, library);
}

TEST(MpichTree, TheDeviceHandsDownWhatRulesDecide) {
  SelectionMap map{
      .rules = {{Collective::barrier, {{4, 5}, {0, unlimited}}, "mpich:barrier/dissemination"}}};
  const auto tree = intra(overlay_device(device, library, map), "barrier");
  EXPECT_EQ(tree.at("comm_size<=4").at("comm_hierarchy=parent").dump(),
            R"({"composition=MPIDI_Barrier_intra_composition_beta":{}})");
  EXPECT_EQ(tree.at("comm_size=any"), intra(device, "barrier"));
}

TEST(MpichTree, UnknownPreconditionsAreRefused) {
  EXPECT_EQ(reason_against("mpich:barrier/smp", library), "");
  EXPECT_NE(reason_against("mpich:barrier/nb", library), "");
  EXPECT_NE(reason_against("mpich:bcast/binomial", library), "");
  EXPECT_NE(reason_against("openmpi:barrier/linear", library), "");
  EXPECT_NE(reason_against("mpich:barrier/smp:radix=2", library), "");
}

}  // namespace
}  // namespace tutti::mpich
