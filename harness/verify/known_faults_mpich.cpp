#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "harness/case/case_communicators.hpp"
#include "harness/case/element.hpp"
#include "harness/case/intercommunicator.hpp"
#include "harness/case/neighbours.hpp"
#include "harness/verify/known_fault_tables.hpp"

namespace tutti {
namespace {

bool reduce_in_place_elsewhere(const Case&, const Operation& operation) {
  constexpr std::int64_t longest_short_message = 2048;
  return operation.collective == Collective::reduce && operation.in_place == InPlace::yes &&
         operation.root != 0 &&
         largest_block(operation) * bytes_of(operation.element) > longest_short_message;
}

bool ordered_reduce_scatter_with_gaps(const Case&, const Operation& operation) {
  return (operation.collective == Collective::reduce_scatter ||
          operation.collective == Collective::reduce_scatter_block) &&
         operation.op != Operator::none && !is_commutative(operation.op) &&
         (is_derived(operation) || has_padding(operation.element));
}

/// Returns the number of elements in each rank's block, in the largest communicator.
std::vector<std::int64_t> blocks(const Case& test, const Operation& operation) {
  std::vector<std::int64_t> blocks;
  for (int rank = 0; rank < std::ranges::max(communicator_sizes(test)); ++rank)
    blocks.push_back(operation.run_length *
                     operation.counts[static_cast<std::size_t>(rank) % operation.counts.size()]);
  return blocks;
}

std::int64_t bytes_of_all_blocks(const Case& test, const Operation& operation) {
  const auto all = blocks(test, operation);
  return std::accumulate(all.begin(), all.end(), std::int64_t{0}) * bytes_of(operation.element);
}

/// Each rank except the first copies its block to the front of the buffer with memcpy, also
/// if they overlap.
bool reduce_scatter_onto_itself(const Case& test, const Operation& operation) {
  constexpr std::int64_t shortest_long_message = 512 * 1024;
  if (operation.collective != Collective::reduce_scatter || operation.in_place != InPlace::yes ||
      bytes_of_all_blocks(test, operation) < shortest_long_message)
    return false;
  const auto all = blocks(test, operation);
  std::int64_t displacement = all.front();
  return std::any_of(all.begin() + 1, all.end(), [&](std::int64_t block) {
    const bool overlaps = displacement < block;
    displacement += block;
    return overlaps;
  });
}

bool moves_padded_pairs(const Case& test, const Operation& operation) {
  constexpr std::int64_t surely_eager_bytes = 4096;
  return has_padding(operation.element) && !traits(operation.collective).alone &&
         largest_block(operation) * bytes_of(operation.element) * test.ranks > surely_eager_bytes;
}

bool allgatherv_alone(const Case& test, const Operation& operation) {
  return operation.collective == Collective::allgatherv && operation.scattered &&
         std::ranges::count(communicator_sizes(test), 1) > 0;
}

/// Each rank cuts the message into blocks for the pipeline by the extent of its own
/// datatype.
bool long_allgatherv_of_derived_types(const Case& test, const Operation& operation) {
  constexpr std::int64_t longest_short_message = 80 * 1024;
  return operation.collective == Collective::allgatherv && is_derived(operation) &&
         bytes_of_all_blocks(test, operation) >= longest_short_message;
}

/// What a block replaces is copied by the datatype of another block.
bool nonblocking_alltoallw_in_place(const Case& test, const Operation& operation) {
  const bool datatypes_differ = operation.receive_layouts.size() > 1 || operation.counts.size() > 1;
  return operation.collective == Collective::alltoallw && operation.in_place == InPlace::yes &&
         is_nonblocking(test) && !is_plain(operation.receive_layouts) && datatypes_differ;
}

bool only_receives(const Case& test, int rank) {
  return destinations_of(test.group, test.ranks, rank).empty() &&
         !sources_of(test.group, test.ranks, rank).empty();
}

bool neighbor_alltoallw_to_rank_that_only_receives(const Case& test, const Operation& operation) {
  if (operation.collective != Collective::neighbor_alltoallw) return false;
  for (int rank = 0; rank < test.ranks; ++rank)
    if (only_receives(test, rank)) return true;
  return false;
}

/// Each rank chooses its algorithm by its count, instead of by the bytes.
bool gather_between_groups_of_derived_types(const Case& test, const Operation& operation) {
  constexpr std::int64_t longest_short_message = 2048;
  return (operation.collective == Collective::gather ||
          operation.collective == Collective::scatter) &&
         is_intercommunicator(test.group) && is_derived(operation) &&
         largest_block(operation) * test.ranks > longest_short_message;
}

bool nonblocking_bcast_between_groups(const Case& test, const Operation& operation) {
  return operation.collective == Collective::bcast && is_nonblocking(test) &&
         is_intercommunicator(test.group) &&
         operation.root != local_group(test.group, test.ranks, operation.root).first;
}

/// One in three sends from address 0: a case needs several repetitions to show it.
bool reduce_between_groups(const Case& test, const Operation& operation) {
  return operation.collective == Collective::reduce && is_intercommunicator(test.group);
}

bool is_persistent(const Case& test) { return test.mode == Mode::persistent; }

/// Whether a request is inactive is not seen if it is that of a collective.
bool one_of_several_persistent(const Case& test, const Operation&) {
  return is_persistent(test) &&
         (test.completion == Completion::waitany || test.completion == Completion::testany ||
          test.completion == Completion::waitsome || test.completion == Completion::testsome);
}

bool all_of_several_persistent(const Case& test, const Operation&) {
  return is_persistent(test) && test.completion == Completion::testall;
}

bool persistent_gather(const Case& test, const Operation& operation) {
  return is_persistent(test) && operation.collective == Collective::gather;
}

bool persistent_allgather(const Case& test, const Operation& operation) {
  return is_persistent(test) && operation.collective == Collective::allgather;
}

bool persistent_allgather_between_groups(const Case& test, const Operation& operation) {
  return persistent_allgather(test, operation) && is_intercommunicator(test.group);
}

bool persistent_reduce_scatter_block_between_groups(const Case& test, const Operation& operation) {
  return is_persistent(test) && operation.collective == Collective::reduce_scatter_block &&
         is_intercommunicator(test.group);
}

bool persistent_scatter(const Case& test, const Operation& operation) {
  return is_persistent(test) && operation.collective == Collective::scatter;
}

/// On a communicator of one rank, a message matches receives of all contexts.
bool awaited_message_alone(const Case& test, const Operation& operation) {
  using enum Collective;
  const Collective collective = operation.collective;
  const bool sends_to_itself = collective == alltoall || collective == alltoallv ||
                               collective == alltoallw || traits(collective).neighbourhood;
  return test.own_messages == OwnMessages::awaited && sends_to_itself &&
         std::ranges::count(communicator_sizes(test), 1) > 0;
}

/// MPI_Dist_graph_create has a rank send its own edges to itself.
bool graph_beside_message_alone(const Case& test, const Operation&) {
  return test.own_messages == OwnMessages::awaited && test.group == Group::graph &&
         test.made_beside > 0 && std::ranges::count(communicator_sizes(test), 1) > 0;
}

/// Every third communicator that is made beside the calls is made by MPI_Comm_idup.
bool idup_beside_other_threads(const Case& test, const Operation&) {
  return test.mode == Mode::threads && test.made_beside >= 3 && !has_topology(test.group);
}

/// Whether memory is lost is drawn anew in each process. Between groups, allgatherv makes a datatype of the one that it
/// was called with.
bool datatypes_made_of_others_again_and_again(const Case& test, const Operation& operation) {
  const bool by_library = operation.collective == Collective::allgatherv && is_derived(operation) &&
                          is_intercommunicator(test.group);
  return test.soak > 0 && (test.handles != Handles::kept || operation.absolute || by_library);
}

/// Counts the bytes of all blocks in an int, at ranks that pass on those of others.
bool huge_scatter(const Case& test, const Operation& operation) {
  const int ranks = std::ranges::max(communicator_sizes(test));
  return operation.collective == Collective::scatter && !is_nonblocking(test) &&
         (ranks > 2 || operation.root != 0) &&
         largest_block(operation) * bytes_of(operation.element) * ranks >
             std::numeric_limits<int>::max();
}

bool huge_nonblocking_bcast(const Case& test, const Operation& operation) {
  return operation.collective == Collective::bcast && is_nonblocking(test) &&
         largest_block(operation) * bytes_of(operation.element) > std::numeric_limits<int>::max();
}

}  // namespace

const FaultTable& faults_of_mpich() {
  static const FaultTable table{
      "MPICH",
      {
          KnownFault{
              "", "4.2", "reduce in place at a root that is not rank 0 crashes above 2048 bytes",
              "tutti-case 1 ranks=3 | reduce root=2 counts=2049 element=byte op=band in_place=yes",
              aborts, Reach::own_choice, reduce_in_place_elsewhere},
          KnownFault{"", "",
                     "reduce_scatter(_block) with a non-commutative operation and a datatype whose "
                     "extent is larger than its data writes behind its working memory",
                     "tutti-case 1 ranks=4 | reduce_scatter counts=1 element=int_int "
                     "receive_layouts=resized op=affine",
                     damages_memory, Reach::own_choice, ordered_reduce_scatter_with_gaps},
          KnownFault{
              "", "",
              "reduce_scatter in place, above 512 KiB in all, aborts where a rank's block overlaps "
              "the front of the buffer",
              "tutti-case 1 ranks=2 | reduce_scatter counts=70000,70001 element=int64 op=sum "
              "in_place=yes",
              aborts_one_rank, Reach::own_choice, reduce_scatter_onto_itself},
          KnownFault{
              "", "4.2",
              "long messages of pair types with padding (MPI_SHORT_INT, MPI_LONG_INT, ...) are "
              "truncated",
              "tutti-case 1 ranks=4 | scatter counts=1376 element=short_int", damages_memory,
              Reach::every_algorithm, moves_padded_pairs},
          KnownFault{"", "4.2", "allgatherv on a single rank ignores the displacement",
                     "tutti-case 1 | allgatherv counts=1 scattered=yes", wrong,
                     Reach::every_algorithm, allgatherv_alone},
          KnownFault{"", "",
                     "allgatherv of long messages hangs where ranks describe the same message by "
                     "different "
                     "datatypes",
                     "tutti-case 1 ranks=4 seed=289992 | allgatherv counts=2537,47889,62037,25716 "
                     "scattered=yes element=uint64 send_layouts=gaps "
                     "receive_layouts=resized,resized,vector,hollow",
                     damages_memory, Reach::own_choice, long_allgatherv_of_derived_types},
          KnownFault{"", "4.2",
                     "a non-blocking alltoallw in place of different datatypes copies blocks by "
                     "the wrong one",
                     "tutti-case 1 ranks=2 mode=nonblocking | alltoallw counts=2 "
                     "receive_layouts=hollow,plain,plain in_place=yes",
                     damages_memory, Reach::own_choice, nonblocking_alltoallw_in_place},
          KnownFault{"", "5.0.2",
                     "neighbor_alltoall, -v and -w swap blocks where two edges join the same ranks",
                     "tutti-case 1 ranks=2 group=graph | neighbor_alltoall counts=1",
                     damages_memory, Reach::every_algorithm, neighbor_alltoall_with_double_edges},
          KnownFault{
              "", "4.2", "neighbor_alltoallw gives nothing to a rank that sends to no neighbour",
              "tutti-case 1 ranks=5 group=graph | neighbor_alltoallw counts=1", damages_memory,
              Reach::every_algorithm, neighbor_alltoallw_to_rank_that_only_receives},
          KnownFault{"", "4.2",
                     "MPI_Waitany, MPI_Testany, MPI_Waitsome and MPI_Testsome report a persistent "
                     "collective "
                     "that is complete again and again",
                     "tutti-case 1 mode=persistent completion=waitany | barrier", wrong,
                     Reach::every_algorithm, one_of_several_persistent},
          KnownFault{"", "",
                     "MPI_Testall returns an error while a persistent collective is not complete",
                     "tutti-case 1 ranks=4 mode=persistent completion=testall | barrier | barrier",
                     damages_memory, Reach::every_algorithm, all_of_several_persistent},
          KnownFault{
              "", "5.0",
              "a persistent gather gives the root what its buffer held when it was initialized",
              "tutti-case 1 mode=persistent | gather counts=1", wrong, Reach::every_algorithm,
              persistent_gather},
          KnownFault{"", "4.2", "a persistent allgather fails when it is started again",
                     "tutti-case 1 ranks=4 mode=persistent repetitions=3 | allgather counts=1",
                     damages_memory, Reach::every_algorithm, persistent_allgather},
          KnownFault{"", "5.0", "a persistent scatter fails when it is started again",
                     "tutti-case 1 ranks=4 mode=persistent repetitions=3 | scatter counts=1",
                     damages_memory, Reach::every_algorithm, persistent_scatter},
          KnownFault{
              "", "",
              "gather and scatter between the groups of an intercommunicator hang where ranks "
              "describe the same "
              "message by different datatypes: each chooses its algorithm by its count",
              "tutti-case 1 ranks=3 group=one_and_rest | gather counts=5000 send_layouts=gaps",
              damages_memory, Reach::every_algorithm, gather_between_groups_of_derived_types},
          KnownFault{
              "", "",
              "a non-blocking bcast between the groups of an intercommunicator gives wrong data "
              "if the root is not the first of its group",
              "tutti-case 1 ranks=3 group=one_and_rest mode=nonblocking | bcast root=2 counts=1 "
              "receive_layouts=gaps",
              wrong, Reach::every_algorithm, nonblocking_bcast_between_groups},
          KnownFault{
              "", "4.2",
              "reduce between the groups of an intercommunicator refuses a send buffer at "
              "address 0 at the root, "
              "where MPI ignores it",
              "tutti-case 1 ranks=2 group=even_and_odd repetitions=12 | reduce counts=1 op=sum",
              damages_memory, Reach::every_algorithm, reduce_between_groups},
          KnownFault{"", "4.2", "scatter of more than 2 GiB in all crashes",
                     "tutti-case 1 ranks=3 | scatter counts=1 run_length=179044352", damages_memory,
                     Reach::every_algorithm, huge_scatter},
          KnownFault{"", "4.2", "a non-blocking bcast of more than 2 GiB fails",
                     "tutti-case 1 ranks=2 mode=nonblocking | bcast counts=3 run_length=89489408 "
                     "element=int64",
                     damages_memory, Reach::every_algorithm, huge_nonblocking_bcast},
          KnownFault{
              "", "",
              "on a communicator of one rank, a receive of the program's own from any rank "
              "with any "
              "tag takes the messages of alltoall, -v, -w and of neighbourhoods, which hang, "
              "or abort",
              "tutti-case 1 own_messages=awaited | alltoall counts=5", loses_messages,
              Reach::every_algorithm, awaited_message_alone},
          KnownFault{"", "",
                     "on a communicator of one rank, a receive of the program's own from any rank "
                     "with any tag takes the messages of MPI_Dist_graph_create, which hangs",
                     "tutti-case 1 group=graph own_messages=awaited made_beside=1 | barrier",
                     loses_messages, Reach::messages, graph_beside_message_alone},
          KnownFault{
              "", "",
              "each datatype that is made of another derived one, as by MPI_Type_dup, takes 64 "
              "bytes that MPI_Type_free does not give back, in some processes",
              "tutti-case 1 mode=nonblocking handles=types_freed soak=400 | gather counts=2 "
              "element=byte receive_layouts=indexed in_place=yes",
              wrong, Reach::messages, datatypes_made_of_others_again_and_again, true},
          KnownFault{"4.2", "",
                     "where one thread calls MPI_Comm_idup and another makes communicators, an "
                     "assertion of the library fails now and then",
                     "tutti-case 1 ranks=3 mode=threads made_beside=40 | barrier", aborts,
                     Reach::messages, idup_beside_other_threads, true},
          KnownFault{
              "4.2", "5.0",
              "a persistent allgather between the groups of an intercommunicator sends what its "
              "buffers held when it was initialized",
              "tutti-case 1 ranks=2 group=one_and_rest mode=persistent | allgather counts=1", wrong,
              Reach::every_algorithm, persistent_allgather_between_groups},
          KnownFault{"", "5.0",
                     "a persistent reduce_scatter_block between the groups of an intercommunicator "
                     "fails when it is started again",
                     "tutti-case 1 ranks=3 group=even_and_odd mode=persistent repetitions=2 | "
                     "reduce_scatter_block counts=1 op=sum",
                     damages_memory, Reach::every_algorithm,
                     persistent_reduce_scatter_block_between_groups},
          KnownFault{"4.3", "",
                     "elements of MPI_REAL16 in derived datatypes lose 6 of their 16 bytes",
                     "tutti-case 1 ranks=2 | bcast counts=2 element=float128 type=MPI_REAL16 "
                     "receive_layouts=gaps",
                     wrong, Reach::messages, real16_in_derived_types},
      }};
  return table;
}

}  // namespace tutti
