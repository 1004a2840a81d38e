#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <vector>

#include "harness/case/case_communicators.hpp"
#include "harness/case/element.hpp"
#include "harness/case/intercommunicator.hpp"
#include "harness/case/neighbours.hpp"
#include "harness/case/typemap.hpp"
#include "harness/verify/known_fault_tables.hpp"

namespace tutti {
namespace {

bool allgatherv_of_derived_types(const Case&, const Operation& operation) {
  return operation.collective == Collective::allgatherv && is_derived(operation);
}

/// Returns the number of elements that rank `from` sends to rank `to` in a communicator of `ranks`
/// ranks.
std::int64_t sent(const Operation& operation, int ranks, int from, int to) {
  return operation.counts[static_cast<std::size_t>(from * ranks + to) % operation.counts.size()];
}

bool is_idle(const Operation& operation, int ranks, int rank) {
  for (int other = 0; other < ranks; ++other)
    if (sent(operation, ranks, rank, other) > 0) return false;
  return true;
}

bool any_pair_idle(const Operation& operation, int ranks) {
  for (int from = 0; from < ranks; ++from)
    for (int to = 0; to < from; ++to)
      if (sent(operation, ranks, from, to) == 0) return true;
  return false;
}

bool is_nonblocking_exchange_in_place(const Case& test, const Operation& operation) {
  return traits(operation.collective).is_sized_per_pair() && operation.in_place == InPlace::yes &&
         is_nonblocking(test);
}

bool alltoallw_in_place(const Case&, const Operation& operation) {
  return operation.collective == Collective::alltoallw && operation.in_place == InPlace::yes;
}

/// Displacements, which are bytes, are multiplied by the extent of the datatype.
bool alltoallw_on_one_rank(const Case& test, const Operation& operation) {
  const auto sizes = communicator_sizes(test);
  const bool displaced = operation.scattered || is_derived(operation);
  return operation.collective == Collective::alltoallw && operation.in_place == InPlace::no &&
         !is_nonblocking(test) && displaced && std::ranges::find(sizes, 1) != sizes.end();
}

/// Returns whether is(neighbours, ranks) for the neighbours of a rank that it receives from, or sends to.
template <typename Comparison>
bool any_rank_has_neighbours(const Case& test, Comparison is) {
  if (!has_topology(test.group)) return false;
  const auto ranks = static_cast<std::size_t>(test.ranks);
  for (int rank = 0; rank < test.ranks; ++rank)
    if (is(sources_of(test.group, test.ranks, rank).size(), ranks) ||
        is(destinations_of(test.group, test.ranks, rank).size(), ranks))
      return true;
  return false;
}

/// Looks at datatypes that do not exist, or lets go of those that the program frees.
bool nonblocking_alltoallw_on_topology(const Case& test, const Operation& operation) {
  if (operation.collective != Collective::alltoallw || !is_nonblocking(test)) return false;
  return any_rank_has_neighbours(test, std::greater<>{}) ||
         (test.handles != Handles::kept && any_rank_has_neighbours(test, std::less<>{}));
}

/// Messages are received in another order than they are sent in.
bool nonblocking_neighbor_alltoall_on_double_grid(const Case& test, const Operation& operation) {
  return is_nonblocking(test) && test.group != Group::graph &&
         neighbor_alltoall_with_double_edges(test, operation);
}

/// A rank that sends nothing takes no tag from the communicator; the other ranks do.
bool idle_in_nonblocking_exchange(const Case& test, const Operation& operation) {
  return is_nonblocking_exchange_in_place(test, operation) &&
         std::ranges::any_of(communicator_sizes(test), [&](int ranks) {
           for (int rank = 0; rank < ranks; ++rank)
             if (is_idle(operation, ranks, rank)) return true;
           return false;
         });
}

/// With an even number of ranks, a rank waits for the one half the ranks away even if that sends nothing and has left.
bool idle_opposite_in_nonblocking_alltoallw(const Case& test, const Operation& operation) {
  return is_nonblocking_exchange_in_place(test, operation) &&
         operation.collective == Collective::alltoallw &&
         std::ranges::any_of(communicator_sizes(test), [&](int ranks) {
           if (ranks % 2 != 0) return false;
           for (int rank = 0; rank < ranks; ++rank)
             if (!is_idle(operation, ranks, rank) &&
                 is_idle(operation, ranks, (rank + ranks / 2) % ranks))
               return true;
           return false;
         });
}

/// If two ranks exchange nothing, no rank waits in that round, and the next round
/// receives into memory whose contents are not yet sent. Short messages have left the memory by
/// then.
bool nonblocking_exchange_skips_a_round(const Case& test, const Operation& operation) {
  constexpr std::int64_t surely_eager_bytes = 2048;
  return is_nonblocking_exchange_in_place(test, operation) &&
         largest_block(operation) * bytes_of(operation.element) > surely_eager_bytes &&
         std::ranges::any_of(communicator_sizes(test), [&](int ranks) {
           return ranks >= 4 && any_pair_idle(operation, ranks);
         });
}

/// Its modified Bruck algorithm, the default for blocks this short.
bool short_alltoall_of_derived_types(const Case& test, const Operation& operation) {
  const int ranks = std::ranges::max(communicator_sizes(test));
  const std::int64_t shortest_long_block = ranks < 16 ? 0 : ranks < 64 ? 512 : 1024;
  return operation.collective == Collective::alltoall && is_derived(operation) &&
         !is_nonblocking(test) &&
         largest_block(operation) * packed_bytes_of(operation.element) < shortest_long_block;
}

/// Each rank chooses its algorithm by its send count, which MPI says is ignored. With up
/// to 31 ranks, the choice is the same for all counts.
bool allgather_in_place_of_many_ranks(const Case& test, const Operation& operation) {
  constexpr int ranks_from = 32;
  return operation.collective == Collective::allgather && operation.in_place == InPlace::yes &&
         !is_nonblocking(test) && std::ranges::max(communicator_sizes(test)) >= ranks_from;
}

/// Returns whether the data of an instance of the datatype does not begin at its address.
bool is_offset(Layout layout) {
  return layout == Layout::shifted || layout == Layout::gaps || layout == Layout::reversed;
}

bool any_offset(const Operation& operation) {
  return std::ranges::any_of(operation.receive_layouts, is_offset);
}

/// Working memory is allocated for the data alone, but addressed as if it began at the
/// lower bound. The ring is chosen for long and also for very short messages.
bool allreduce_of_offset_types_in_a_ring(const Case& test, const Operation& operation) {
  constexpr std::int64_t very_short = 16, long_from = 4096;
  const auto bytes = largest_block(operation) * bytes_of(operation.element);
  return operation.collective == Collective::allreduce && !is_nonblocking(test) &&
         any_offset(operation) && (bytes < very_short || bytes >= long_from);
}

bool nonblocking_reduce_of_offset_types(const Case& test, const Operation& operation) {
  return operation.collective == Collective::reduce && is_nonblocking(test) &&
         any_offset(operation);
}

/// Local copies go through packed fragments; the fault occurs if the last fragment holds
/// less than one instance of the datatype.
bool local_copy_ends_within_instance(const Case&, const Operation& operation) {
  constexpr std::int64_t fragment = 64 * 1024;
  if (traits(operation.collective).reducing || operation.in_place == InPlace::yes) return false;
  const auto ends_within = [&](Layout layout) {
    return !is_plain({layout}) && std::ranges::any_of(operation.counts, [&](std::int64_t count) {
      const std::int64_t element = operation.run_length * packed_bytes_of(operation.element);
      const auto bytes = count * element;
      const auto instance = elements_per_instance_of(layout, std::array{count}) * element;
      return bytes > fragment && bytes % fragment > 0 && bytes % fragment < instance;
    });
  };
  return std::ranges::any_of(operation.send_layouts, ends_within) ||
         std::ranges::any_of(operation.receive_layouts, ends_within);
}

/// A local gather or scatter among one group counts in the datatype of its first rank, though each
/// rank's datatype may be another one.
bool blocks_between_groups_of_derived_types(const Case& test, const Operation& operation) {
  using enum Collective;
  const Collective collective = operation.collective;
  return is_intercommunicator(test.group) && !is_nonblocking(test) && is_derived(operation) &&
         (collective == gatherv || collective == scatterv || collective == allgatherv);
}

/// A rank waits for the first rank of the other group, and that one not for its own group.
bool nonblocking_barrier_between_groups(const Case& test, const Operation& operation) {
  return operation.collective == Collective::barrier && is_nonblocking(test) &&
         is_intercommunicator(test.group);
}

/// What a communicator needs for collectives goes with it, also while one has not completed.
bool communicator_freed_early(const Case& test, const Operation&) {
  return test.handles == Handles::all_freed && test.mode != Mode::persistent;
}

/// The schedule of the calls is not given back with the request. On one rank, these three have none.
bool persistent_again_and_again(const Case& test, const Operation& operation) {
  constexpr std::array without_schedule{Collective::barrier, Collective::bcast, Collective::exscan};
  const bool alone = std::ranges::max(communicator_sizes(test)) == 1;
  return test.mode == Mode::persistent && test.soak > 0 &&
         !(alone && std::ranges::count(without_schedule, operation.collective) > 0);
}

/// A persistent call keeps no reference to its datatypes.
bool persistent_types_freed_early(const Case& test, const Operation&) {
  return test.handles != Handles::kept && test.mode == Mode::persistent;
}

/// MPI_Dist_graph_create sends messages with a tag that non-blocking collectives reach, too, after some twenty of
/// them. To make a communicator takes some itself; how many cases before have taken is not known. Least often on two ranks:
/// twice in some ten thousand cases.
bool graphs_made_beside(const Case& test, const Operation&) {
  return test.group == Group::graph && test.made_beside > 0 && test.ranks > 1;
}

/// The fast boxes of the shared-memory transport lose a message, once in about ten
/// thousand calls of two threads.
bool in_two_threads(const Case& test, const Operation& operation) {
  return test.mode == Mode::threads &&
         (test.own_messages != OwnMessages::none || !traits(operation.collective).alone);
}

/// Copies within a rank count their elements in an int; reductions copy so if they do not block.
bool huge_local_copy(const Case& test, const Operation& operation) {
  const auto& about = traits(operation.collective);
  const bool copies = about.reducing
                          ? is_nonblocking(test) && operation.collective != Collective::exscan
                          : operation.collective != Collective::bcast && !about.neighbourhood;
  return copies && operation.large && !is_derived(operation) &&
         largest_block(operation) > std::numeric_limits<int>::max();
}

}  // namespace

const FaultTable& faults_of_openmpi() {
  static const FaultTable table{
      "Open MPI",
      {
          KnownFault{
              "", "5.0",
              "after a non-blocking alltoallv or -w in place in which a rank exchanges nothing, "
              "the next "
              "non-blocking collective on the communicator hangs",
              "tutti-case 1 ranks=3 mode=nonblocking | alltoallv counts=0,1,0,1,0,0,0,0,0 "
              "in_place=yes | barrier",
              hangs, Reach::own_choice, idle_in_nonblocking_exchange},
          KnownFault{
              "5.0", "",
              "a non-blocking alltoallw in place of an even number of ranks hangs where the "
              "rank half the ranks away exchanges nothing",
              "tutti-case 1 ranks=2 mode=nonblocking | alltoallw counts=1,0,0,0 in_place=yes",
              hangs, Reach::own_choice, idle_opposite_in_nonblocking_alltoallw},
          KnownFault{
              "", "",
              "a non-blocking alltoallv or -w in place of 4 ranks or more, of which two exchange "
              "nothing, gives "
              "long messages the data of others",
              "tutti-case 1 ranks=4 mode=nonblocking | alltoallv "
              "counts=5000,0,5000,5000,0,5000,5000,5000,5000,5000,5000,5000,5000,5000,5000,5000 "
              "in_place=yes",
              wrong, Reach::own_choice, nonblocking_exchange_skips_a_round},
          KnownFault{
              "", "",
              "allgatherv hangs where ranks describe the same message by different datatypes: "
              "each chooses its algorithm by the size of its own",
              "tutti-case 1 ranks=4 | allgatherv counts=29,19,47,3 element=uint8 "
              "send_layouts=gaps,plain,shifted,resized",
              damages_memory, Reach::own_choice, allgatherv_of_derived_types},
          KnownFault{
              "", "5.0",
              "alltoall of short blocks of a derived datatype on 16 ranks or more gives wrong data",
              "tutti-case 1 ranks=16 | alltoall counts=1 receive_layouts=gaps", damages_memory,
              Reach::own_choice, short_alltoall_of_derived_types},
          KnownFault{
              "", "",
              "allgather in place on 32 ranks or more hangs: each chooses its algorithm by its "
              "send count, which in place is ignored",
              "tutti-case 1 ranks=32 | allgather counts=1 element=byte in_place=yes",
              damages_memory, Reach::own_choice, allgather_in_place_of_many_ranks},
          KnownFault{
              "", "",
              "allreduce below 16 bytes and from 4096 on, of a datatype whose data does not begin "
              "at its address, writes outside of its working memory",
              "tutti-case 1 ranks=2 | allreduce counts=512 element=uint64 "
              "receive_layouts=shifted op=user_sum",
              damages_memory, Reach::own_choice, allreduce_of_offset_types_in_a_ring},
          KnownFault{"", "",
                     "a non-blocking reduce of a datatype whose data does not begin at its address "
                     "writes outside of its working memory",
                     "tutti-case 1 ranks=3 mode=nonblocking | reduce counts=128 "
                     "receive_layouts=reversed op=user_sum",
                     damages_memory, Reach::own_choice, nonblocking_reduce_of_offset_types},
          KnownFault{"", "",
                     "a local copy between different datatypes loses the end if that lies behind a "
                     "multiple of 64 KiB by less than one instance",
                     "tutti-case 1 | gather counts=8193 element=int_int send_layouts=resized",
                     wrong, Reach::every_algorithm, local_copy_ends_within_instance},
          KnownFault{"", "5.0",
                     "a non-blocking alltoallw on a communicator with a topology keeps as many "
                     "datatypes as there are neighbours",
                     "tutti-case 1 ranks=2 group=box mode=nonblocking | alltoallw counts=1",
                     damages_memory, Reach::every_algorithm, nonblocking_alltoallw_on_topology},
          KnownFault{
              "", "",
              "alltoallw on a single rank multiplies displacements, which are bytes, by the extent "
              "of the datatype",
              "tutti-case 1 | alltoallw counts=1 scattered=yes", damages_memory,
              Reach::every_algorithm, alltoallw_on_one_rank},
          KnownFault{
              "", "6.0",
              "non-blocking neighbor_alltoall, -v and -w swap blocks on periodic grids with 1 or 2 "
              "ranks in a dimension",
              "tutti-case 1 group=grid mode=nonblocking | neighbor_alltoall counts=1",
              damages_memory, Reach::every_algorithm, nonblocking_neighbor_alltoall_on_double_grid},
          KnownFault{
              "6.0",
              "",
              "by the MPI standard's ABI, alltoallw in place reads the send datatypes, which MPI "
              "ignores",
              "tutti-case 1 ranks=2 | alltoallw counts=3 in_place=yes",
              damages_memory,
              Reach::every_algorithm,
              alltoallw_in_place,
              false,
              {},
              true},
          KnownFault{
              "", "",
              "gatherv, scatterv and allgatherv between the groups of an intercommunicator fail "
              "where "
              "ranks "
              "describe the same message by different datatypes",
              "tutti-case 1 ranks=2 group=one_and_rest | scatterv counts=0,5000 send_layouts=gaps",
              damages_memory, Reach::every_algorithm, blocks_between_groups_of_derived_types},
          KnownFault{"", "",
                     "a non-blocking barrier between the groups of an intercommunicator lets a "
                     "rank go before "
                     "all "
                     "ranks of the other group have entered",
                     "tutti-case 1 ranks=4 group=even_and_odd mode=nonblocking | barrier "
                     "delays_us=0,0,0,2000",
                     wrong, Reach::every_algorithm, nonblocking_barrier_between_groups},
          KnownFault{
              "", "",
              "a program crashes that frees a communicator on which a non-blocking collective "
              "has not completed",
              "tutti-case 1 ranks=3 mode=nonblocking handles=all_freed | barrier", damages_memory,
              Reach::every_algorithm, communicator_freed_early},
          KnownFault{"5.0", "",
                     "a program crashes that frees a datatype of a persistent collective before it "
                     "starts it",
                     "tutti-case 1 mode=persistent handles=types_freed | scatterv counts=2 "
                     "receive_layouts=indexed",
                     damages_memory, Reach::every_algorithm, persistent_types_freed_early},
          KnownFault{"5.0", "",
                     "the request of a persistent collective takes 112 bytes or more that "
                     "MPI_Request_free does not give back",
                     "tutti-case 1 ranks=2 mode=persistent soak=400 | bcast counts=1", wrong,
                     Reach::every_algorithm, persistent_again_and_again},
          KnownFault{
              "6.0", "",
              "a function for large counts crashes where it copies more than 2^31 - 1 elements "
              "within a "
              "rank",
              "tutti-case 1 | allgatherv counts=1 run_length=2147745792 element=byte large=yes",
              damages_memory, Reach::every_algorithm, huge_local_copy},
          KnownFault{"", "",
                     "MPI_Dist_graph_create hangs now and then where communicators are "
                     "made again and again on one parent",
                     "tutti-case 1 ranks=3 group=graph made_beside=40 | barrier", loses_messages,
                     Reach::messages, graphs_made_beside, true},
          KnownFault{
              "6.0", "",
              "where two threads call at once over shared memory, a message is lost now and then: "
              "not with OMPI_MCA_btl_sm_fbox_max=0",
              "tutti-case 1 ranks=4 mode=threads repetitions=20000 | bcast counts=1 | barrier | "
              "allreduce counts=1 op=sum",
              hangs, Reach::messages, in_two_threads, true, "OMPI_MCA_btl_sm_fbox_max=0"},
          KnownFault{
              "5.0", "6.0",
              "MPI_Pack and MPI_Unpack change elements of MPI_REAL16 in derived datatypes; few "
              "collectives call them",
              "tutti-case 1 ranks=2 | bcast counts=2 element=float128 type=MPI_REAL16 "
              "receive_layouts=plain,gaps",
              wrong, Reach::messages, real16_in_derived_types, true},
      }};
  return table;
}

}  // namespace tutti
