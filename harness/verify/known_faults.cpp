#include "harness/verify/known_faults.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "harness/case/case_communicators.hpp"
#include "harness/case/element.hpp"
#include "harness/case/neighbours.hpp"
#include "harness/case/typemap.hpp"
#include "harness/subject/forced_subjects.hpp"

namespace tutti {
namespace {

using Layouts = std::vector<Layout>;

std::int64_t largest_block(const Operation& operation) {
  return *std::max_element(operation.counts.begin(), operation.counts.end());
}

bool has_padding(Element element) { return packed_bytes_of(element) < bytes_of(element); }

bool is_plain(const Layouts& layouts) {
  return std::all_of(layouts.begin(), layouts.end(),
                     [](Layout layout) { return layout == Layout::plain; });
}

bool is_derived(const Operation& operation) {
  return !is_plain(operation.send_layouts) || !is_plain(operation.receive_layouts);
}

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
    blocks.push_back(operation.counts[static_cast<std::size_t>(rank) % operation.counts.size()]);
  return blocks;
}

std::int64_t bytes_of_all_blocks(const Case& test, const Operation& operation) {
  const auto all = blocks(test, operation);
  return std::accumulate(all.begin(), all.end(), std::int64_t{0}) * bytes_of(operation.element);
}

/// MPICH: each rank except the first copies its block to the front of the buffer with memcpy, also
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
  return has_padding(operation.element) &&
         largest_block(operation) * bytes_of(operation.element) * test.ranks > surely_eager_bytes;
}

bool allgatherv_alone(const Case& test, const Operation& operation) {
  return operation.collective == Collective::allgatherv && operation.scattered &&
         std::ranges::count(communicator_sizes(test), 1) > 0;
}

/// MPICH: each rank cuts the message into blocks for the pipeline by the extent of its own
/// datatype.
bool long_allgatherv_of_derived_types(const Case& test, const Operation& operation) {
  constexpr std::int64_t longest_short_message = 80 * 1024;
  return operation.collective == Collective::allgatherv && is_derived(operation) &&
         bytes_of_all_blocks(test, operation) >= longest_short_message;
}

bool allgatherv_of_derived_types(const Case&, const Operation& operation) {
  return operation.collective == Collective::allgatherv && is_derived(operation);
}

/// Returns whether the library uses its non-blocking algorithms, as it does for persistent calls.
bool is_nonblocking(const Case& test) { return has_requests(test.mode); }

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

/// MPICH: what a block replaces is copied by the datatype of another block.
bool nonblocking_alltoallw_in_place(const Case& test, const Operation& operation) {
  const bool datatypes_differ = operation.receive_layouts.size() > 1 || operation.counts.size() > 1;
  return operation.collective == Collective::alltoallw && operation.in_place == InPlace::yes &&
         is_nonblocking(test) && !is_plain(operation.receive_layouts) && datatypes_differ;
}

bool alltoallw_in_place(const Case&, const Operation& operation) {
  return operation.collective == Collective::alltoallw && operation.in_place == InPlace::yes;
}

/// Open MPI: displacements, which are bytes, are multiplied by the extent of the datatype.
bool alltoallw_on_one_rank(const Case& test, const Operation& operation) {
  const auto sizes = communicator_sizes(test);
  const bool displaced = operation.scattered || is_derived(operation);
  return operation.collective == Collective::alltoallw && operation.in_place == InPlace::no &&
         !is_nonblocking(test) && displaced && std::ranges::find(sizes, 1) != sizes.end();
}

/// Returns whether a rank has more neighbours than there are ranks.
bool has_more_neighbours_than_ranks(const Case& test) {
  if (!has_topology(test.group)) return false;
  const auto ranks = static_cast<std::size_t>(test.ranks);
  for (int rank = 0; rank < test.ranks; ++rank)
    if (sources_of(test.group, test.ranks, rank).size() > ranks ||
        destinations_of(test.group, test.ranks, rank).size() > ranks)
      return true;
  return false;
}

bool nonblocking_alltoallw_on_topology(const Case& test, const Operation& operation) {
  return operation.collective == Collective::alltoallw && is_nonblocking(test) &&
         has_more_neighbours_than_ranks(test);
}

/// Returns whether a rank has two edges to the same neighbour.
bool has_double_edges(const Case& test) {
  const auto receives_twice = [&](int rank) {
    std::set<int> known;
    for (const auto& source : sources_of(test.group, test.ranks, rank))
      if (source.from >= 0 && !known.insert(source.from).second) return true;
    return false;
  };
  if (!has_topology(test.group)) return false;
  for (int rank = 0; rank < test.ranks; ++rank)
    if (receives_twice(rank)) return true;
  return false;
}

/// MPICH: messages are received in another order than they are sent in, which is right for some
/// topologies only.
bool neighbor_alltoall_with_double_edges(const Case& test, const Operation& operation) {
  const auto& about = traits(operation.collective);
  return about.neighbourhood && about.input.extent == Extent::blocks && has_double_edges(test);
}

/// Open MPI: the same in its non-blocking collectives, on grids.
bool nonblocking_neighbor_alltoall_on_double_grid(const Case& test, const Operation& operation) {
  return is_nonblocking(test) && test.group != Group::graph &&
         neighbor_alltoall_with_double_edges(test, operation);
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

/// Open MPI: a rank that sends nothing takes no tag from the communicator; the other ranks do.
bool idle_in_nonblocking_exchange(const Case& test, const Operation& operation) {
  return is_nonblocking_exchange_in_place(test, operation) &&
         std::ranges::any_of(communicator_sizes(test), [&](int ranks) {
           for (int rank = 0; rank < ranks; ++rank)
             if (is_idle(operation, ranks, rank)) return true;
           return false;
         });
}

/// Open MPI: if two ranks exchange nothing, no rank waits in that round, and the next round
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

/// Open MPI: its modified Bruck algorithm, the default for blocks this short.
bool short_alltoall_of_derived_types(const Case& test, const Operation& operation) {
  const int ranks = std::ranges::max(communicator_sizes(test));
  const std::int64_t shortest_long_block = ranks < 16 ? 0 : ranks < 64 ? 512 : 1024;
  return operation.collective == Collective::alltoall && is_derived(operation) &&
         !is_nonblocking(test) &&
         largest_block(operation) * packed_bytes_of(operation.element) < shortest_long_block;
}

/// Open MPI: each rank chooses its algorithm by its send count, which MPI says is ignored. With up
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

/// Open MPI: working memory is allocated for the data alone, but addressed as if it began at the
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

/// Open MPI: local copies go through packed fragments; the fault occurs if the last fragment holds
/// less than one instance of the datatype.
bool local_copy_ends_within_instance(const Case&, const Operation& operation) {
  constexpr std::int64_t fragment = 64 * 1024;
  if (traits(operation.collective).reducing || operation.in_place == InPlace::yes) return false;
  const auto ends_within = [&](Layout layout) {
    return !is_plain({layout}) && std::ranges::any_of(operation.counts, [&](std::int64_t count) {
      const std::int64_t element = packed_bytes_of(operation.element);
      const auto bytes = count * element;
      const auto instance = elements_per_instance_of(layout, std::array{count}) * element;
      return bytes > fragment && bytes % fragment > 0 && bytes % fragment < instance;
    });
  };
  return std::ranges::any_of(operation.send_layouts, ends_within) ||
         std::ranges::any_of(operation.receive_layouts, ends_within);
}

bool is_persistent(const Case& test) { return test.mode == Mode::persistent; }

/// MPICH: whether a request is inactive is not seen if it is that of a collective.
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

bool persistent_scatter(const Case& test, const Operation& operation) {
  return is_persistent(test) && operation.collective == Collective::scatter;
}

/// Open MPI: the fast boxes of the shared-memory transport lose a message, once in about ten
/// thousand calls of two threads.
bool in_two_threads(const Case& test, const Operation&) { return test.mode == Mode::threads; }

const std::vector<Ended> wrong{Ended::returned};
const std::vector<Ended> hangs{Ended::hung};
const std::vector<Ended> aborts{Ended::returned,
                                Ended::crashed};  // by an MPI error or an assertion
/// By an assertion at one rank. Between hosts the launcher of MPICH 5.0 then does not end the other
/// ranks.
const std::vector<Ended> aborts_one_rank{Ended::returned, Ended::crashed, Ended::hung};
const std::vector<Ended> damages_memory{Ended::returned, Ended::crashed, Ended::hung};

const std::array table{
    KnownFault{"MPICH", "", "4.2",
               "reduce in place at a root that is not rank 0 crashes above 2048 bytes",
               "tutti-case 1 ranks=3 | reduce root=2 counts=2049 element=byte op=band in_place=yes",
               aborts, Reach::own_choice, reduce_in_place_elsewhere},
    KnownFault{"MPICH", "", "",
               "reduce_scatter(_block) with a non-commutative operation and a datatype whose "
               "extent is larger than its data writes behind its working memory",
               "tutti-case 1 ranks=4 | reduce_scatter counts=1 element=int_int "
               "receive_layouts=resized op=affine",
               damages_memory, Reach::own_choice, ordered_reduce_scatter_with_gaps},
    KnownFault{
        "MPICH", "", "",
        "reduce_scatter in place, above 512 KiB in all, aborts where a rank's block overlaps "
        "the front of the buffer",
        "tutti-case 1 ranks=2 | reduce_scatter counts=70000,70001 element=int64 op=sum "
        "in_place=yes",
        aborts_one_rank, Reach::own_choice, reduce_scatter_onto_itself},
    KnownFault{"MPICH", "", "4.2",
               "long messages of pair types with padding (MPI_SHORT_INT, MPI_LONG_INT, ...) are "
               "truncated",
               "tutti-case 1 ranks=4 | scatter counts=1376 element=short_int", damages_memory,
               Reach::every_algorithm, moves_padded_pairs},
    KnownFault{"MPICH", "", "4.2", "allgatherv on a single rank ignores the displacement",
               "tutti-case 1 | allgatherv counts=1 scattered=yes", wrong, Reach::every_algorithm,
               allgatherv_alone},
    KnownFault{
        "MPICH", "", "",
        "allgatherv of long messages hangs where ranks describe the same message by different "
        "datatypes",
        "tutti-case 1 ranks=4 seed=289992 | allgatherv counts=2537,47889,62037,25716 "
        "scattered=yes element=uint64 send_layouts=gaps "
        "receive_layouts=resized,resized,vector,hollow",
        damages_memory, Reach::own_choice, long_allgatherv_of_derived_types},
    KnownFault{
        "MPICH", "", "4.2",
        "a non-blocking alltoallw in place of different datatypes copies blocks by the wrong one",
        "tutti-case 1 ranks=2 mode=nonblocking | alltoallw counts=2 "
        "receive_layouts=hollow,plain,plain in_place=yes",
        damages_memory, Reach::own_choice, nonblocking_alltoallw_in_place},
    KnownFault{"MPICH", "", "5.0.2",
               "neighbor_alltoall, -v and -w swap blocks where two edges join the same ranks",
               "tutti-case 1 ranks=2 group=graph | neighbor_alltoall counts=1", damages_memory,
               Reach::every_algorithm, neighbor_alltoall_with_double_edges},
    KnownFault{"MPICH", "", "4.2",
               "neighbor_alltoallw gives nothing to a rank that sends to no neighbour",
               "tutti-case 1 ranks=5 group=graph | neighbor_alltoallw counts=1", damages_memory,
               Reach::every_algorithm, neighbor_alltoallw_to_rank_that_only_receives},
    KnownFault{
        "MPICH", "", "4.2",
        "MPI_Waitany, MPI_Testany, MPI_Waitsome and MPI_Testsome report a persistent collective "
        "that is complete again and again",
        "tutti-case 1 mode=persistent completion=waitany | barrier", wrong, Reach::every_algorithm,
        one_of_several_persistent},
    KnownFault{"MPICH", "", "",
               "MPI_Testall returns an error while a persistent collective is not complete",
               "tutti-case 1 ranks=4 mode=persistent completion=testall | barrier | barrier",
               damages_memory, Reach::every_algorithm, all_of_several_persistent},
    KnownFault{"MPICH", "", "5.0",
               "a persistent gather gives the root what its buffer held when it was initialized",
               "tutti-case 1 mode=persistent | gather counts=1", wrong, Reach::every_algorithm,
               persistent_gather},
    KnownFault{"MPICH", "", "4.2", "a persistent allgather fails when it is started again",
               "tutti-case 1 ranks=4 mode=persistent repetitions=3 | allgather counts=1",
               damages_memory, Reach::every_algorithm, persistent_allgather},
    KnownFault{"MPICH", "", "5.0", "a persistent scatter fails when it is started again",
               "tutti-case 1 ranks=4 mode=persistent repetitions=3 | scatter counts=1",
               damages_memory, Reach::every_algorithm, persistent_scatter},
    KnownFault{
        "Open MPI", "", "5.0",
        "after a non-blocking alltoallv or -w in place in which a rank exchanges nothing, the next "
        "non-blocking collective on the communicator hangs",
        "tutti-case 1 ranks=3 mode=nonblocking | alltoallv counts=0,1,0,1,0,0,0,0,0 "
        "in_place=yes | barrier",
        hangs, Reach::own_choice, idle_in_nonblocking_exchange},
    KnownFault{"Open MPI", "", "",
               "a non-blocking alltoallv or -w in place of 4 ranks or more, of which two exchange "
               "nothing, gives "
               "long messages the data of others",
               "tutti-case 1 ranks=4 mode=nonblocking | alltoallv "
               "counts=5000,0,5000,5000,0,5000,5000,5000,5000,5000,5000,5000,5000,5000,5000,5000 "
               "in_place=yes",
               wrong, Reach::own_choice, nonblocking_exchange_skips_a_round},
    KnownFault{"Open MPI", "", "",
               "allgatherv hangs where ranks describe the same message by different datatypes: "
               "each chooses its algorithm by the size of its own",
               "tutti-case 1 ranks=4 | allgatherv counts=29,19,47,3 element=uint8 "
               "send_layouts=gaps,plain,shifted,resized",
               damages_memory, Reach::own_choice, allgatherv_of_derived_types},
    KnownFault{
        "Open MPI", "", "5.0",
        "alltoall of short blocks of a derived datatype on 16 ranks or more gives wrong data",
        "tutti-case 1 ranks=16 | alltoall counts=1 receive_layouts=gaps", damages_memory,
        Reach::own_choice, short_alltoall_of_derived_types},
    KnownFault{"Open MPI", "", "",
               "allgather in place on 32 ranks or more hangs: each chooses its algorithm by its "
               "send count, which in place is ignored",
               "tutti-case 1 ranks=32 | allgather counts=1 element=byte in_place=yes",
               damages_memory, Reach::own_choice, allgather_in_place_of_many_ranks},
    KnownFault{"Open MPI", "", "",
               "allreduce below 16 bytes and from 4096 on, of a datatype whose data does not begin "
               "at its address, writes outside of its working memory",
               "tutti-case 1 ranks=2 | allreduce counts=512 element=uint64 "
               "receive_layouts=shifted op=user_sum",
               damages_memory, Reach::own_choice, allreduce_of_offset_types_in_a_ring},
    KnownFault{"Open MPI", "", "",
               "a non-blocking reduce of a datatype whose data does not begin at its address "
               "writes outside of its working memory",
               "tutti-case 1 ranks=3 mode=nonblocking | reduce counts=128 "
               "receive_layouts=reversed op=user_sum",
               damages_memory, Reach::own_choice, nonblocking_reduce_of_offset_types},
    KnownFault{"Open MPI", "", "",
               "a local copy between different datatypes loses the end if that lies behind a "
               "multiple of 64 KiB by less than one instance",
               "tutti-case 1 | gather counts=8193 element=int_int send_layouts=resized", wrong,
               Reach::every_algorithm, local_copy_ends_within_instance},
    KnownFault{
        "Open MPI", "", "5.0",
        "a non-blocking alltoallw on a communicator with a topology looks at as many datatypes "
        "as there are neighbours",
        "tutti-case 1 ranks=2 group=box mode=nonblocking | alltoallw counts=1", damages_memory,
        Reach::every_algorithm, nonblocking_alltoallw_on_topology},
    KnownFault{
        "Open MPI", "", "",
        "alltoallw on a single rank multiplies displacements, which are bytes, by the extent "
        "of the datatype",
        "tutti-case 1 | alltoallw counts=1 scattered=yes", damages_memory, Reach::every_algorithm,
        alltoallw_on_one_rank},
    KnownFault{
        "Open MPI", "", "6.0",
        "non-blocking neighbor_alltoall, -v and -w swap blocks on periodic grids with 1 or 2 "
        "ranks in a dimension",
        "tutti-case 1 group=grid mode=nonblocking | neighbor_alltoall counts=1", damages_memory,
        Reach::every_algorithm, nonblocking_neighbor_alltoall_on_double_grid},
    KnownFault{"Open MPI",
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
    KnownFault{"Open MPI", "6.0", "",
               "where two threads call at once over shared memory, a message is lost now and then: "
               "not with OMPI_MCA_btl_sm_fbox_max=0",
               "tutti-case 1 ranks=4 mode=threads repetitions=20000 | bcast counts=1 | barrier | "
               "allreduce counts=1 op=sum",
               hangs, Reach::messages, in_two_threads, true, "OMPI_MCA_btl_sm_fbox_max=0"},
};

/// Returns the numbers of a version up to its first letter.
std::vector<int> numbers(std::string_view version) {
  std::vector<int> result;
  while (!version.empty()) {
    int number = 0;
    const auto [end, error] =
        std::from_chars(version.data(), version.data() + version.size(), number);
    if (error != std::errc{}) break;
    result.push_back(number);
    version.remove_prefix(static_cast<std::size_t>(end - version.data()));
    if (!version.starts_with('.')) break;
    version.remove_prefix(1);
  }
  return result;
}

constexpr bool uses_standard_abi = std::string_view(TUTTI_MPI) == "abi";

bool may_have(const KnownFault& fault, std::string_view library_version) {
  if (fault.by_standard_abi && !uses_standard_abi) return false;
  const auto version = version_number(library_version);
  return library_version.starts_with(fault.library) && !is_older(version, fault.since) &&
         (fault.until.empty() || is_older(version, fault.until));
}

}  // namespace

bool KnownFault::is_avoided() const {
  const auto equals = avoided_by.find('=');
  if (equals == std::string_view::npos) return false;
  const char* const value = std::getenv(std::string(avoided_by.substr(0, equals)).c_str());
  return value && value == avoided_by.substr(equals + 1);
}

bool KnownFault::meets(const Case& test, const Operation& operation) const {
  const bool own_choice = test.subject.ends_with("mpi");
  const bool forced = names_forced_subject(test.subject);
  const bool reached =
      own_choice || reach == Reach::messages || (forced && reach == Reach::every_algorithm);
  return reached && is_met_by(test, operation);
}

bool KnownFault::explains(const Outcome& outcome) const {
  return outcome.complaints.empty() || std::ranges::find(ends, outcome.ended) != ends.end();
}

std::vector<const KnownFault*> known_faults(std::string_view library_version) {
  std::vector<const KnownFault*> faults;
  for (const auto& fault : table)
    if (may_have(fault, library_version)) faults.push_back(&fault);
  return faults;
}

std::string_view version_number(std::string_view library_version) {
  const auto begin = library_version.find_first_of("0123456789");
  if (begin == std::string_view::npos) return {};
  const auto end = library_version.find_first_not_of("0123456789.", begin);
  return library_version.substr(begin, end - begin);
}

bool is_older(std::string_view version, std::string_view than) {
  return numbers(version) < numbers(than);
}

}  // namespace tutti
