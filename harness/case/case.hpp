#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "contract/collective.hpp"

namespace tutti {

/// The type of the elements that a case moves or combines: predefined MPI types of every width, and
/// the pair types of MPI_MINLOC and MPI_MAXLOC.
enum class Element {
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float32,
  float64,
  long_double,
  byte,
  character,
  boolean,
  complex64,
  complex128,
  short_int,
  int_int,
  long_int,
  float_int,
  double_int,
  long_double_int,
  float128,  ///< has no datatype but MPI_REAL16, which not every library knows
};

/// The name of the elements' datatype in MPI, among the names of equal types: a library compares and combines
/// by name.
enum class TypeName {
  usual,  ///< MPI_INT32_T, say
  signed_char,
  integer1,
  short_name,
  integer2,
  int_name,
  integer,
  integer4,
  wchar,
  long_name,
  long_long,
  integer8,
  aint,
  offset,
  count,
  unsigned_char,
  unsigned_short,
  unsigned_int,
  unsigned_long,
  unsigned_long_long,
  real,
  real4,
  double_precision,
  real8,
  character_name,
  cxx_bool,
  complex,
  complex8,
  cxx_float_complex,
  double_complex,
  complex16,
  cxx_double_complex,
  two_integer,
  packed,
  real16,
};

/// The layout of the elements of a buffer in memory, and thus the datatype that describes them.
enum class Layout {
  plain,     ///< count times the predefined type
  whole,     ///< one contiguous datatype that holds the whole message: count is 1
  vector,    ///< pairs of elements with gaps between them
  indexed,   ///< blocks of unequal length, out of order in memory
  gaps,      ///< a struct with padding in front, inside and behind
  shifted,   ///< lower bound above zero
  reversed,  ///< negative stride
  resized,   ///< extent larger than the data
  interleaved,  ///< extent smaller than the data, so that instances lie between each other, like columns
  hollow,       ///< a struct that contains a zero-size member behind the elements
};

enum class Operator {
  none,
  sum,
  prod,
  max,
  min,
  land,
  band,
  lor,
  bor,
  lxor,
  bxor,
  maxloc,
  minloc,
  user_sum,  ///< user-defined, commutative
  affine,    ///< user-defined, associative, not commutative: composition of affine maps mod a prime
  left,      ///< user-defined, associative, not commutative: keeps the value of the lowest rank
};

/// Returns whether the operator is not user-defined.
constexpr bool is_builtin(Operator op) {
  return op != Operator::user_sum && op != Operator::affine && op != Operator::left;
}

/// Returns whether the order of the operands does not matter.
constexpr bool is_commutative(Operator op) {
  return op != Operator::affine && op != Operator::left;
}

/// Returns whether to combine a value with itself again changes nothing.
constexpr bool is_idempotent(Operator op) {
  using enum Operator;
  return op == max || op == min || op == land || op == band || op == lor || op == bor ||
         op == maxloc || op == minloc;
}

/// Whether MPI_IN_PLACE is passed: by every rank or, in a rooted collective, by the root only.
enum class InPlace { no, yes };

/// The kind of the input data.
enum class Data {
  exact,      ///< distinct by rank and position, any order of combination gives the same bits
  rounding,   ///< arbitrary floats: the result depends on the order, within a known bound
  overflow,   ///< integers that overflow: MPI leaves the result undefined; only its *dependence* on
              ///< count, alignment, algorithm or rank is reported, as a portability finding
  subnormal,  ///< floats so small that processors may be told to take them for zero; also exact
};

/// The communicator of a case, made from the ranks of MPI_COMM_WORLD that take part.
enum class Group {
  world,         ///< the first `ranks` ranks, in order
  duplicate,     ///< the same, duplicated by MPI_Comm_dup
  reversed,      ///< the last rank first
  interleaved,   ///< even ranks first, then the odd ones
  grid,          ///< a Cartesian communicator of two dimensions, both periodic
  halves,        ///< two disjoint communicators, which run the operations at the same time
  line,          ///< a Cartesian communicator of one dimension, not periodic
  box,           ///< a Cartesian communicator of three dimensions, the first one not periodic
  graph,         ///< a directed graph with loops; of an even number of ranks, with double edges
  one_and_rest,  ///< an intercommunicator between the first rank and all others
  even_and_odd,  ///< an intercommunicator between the even and the odd ranks
};

/// The function of MPI that makes the communicator of a case.
enum class MadeBy {
  usual,  ///< what the group needs: MPI_Comm_create_group and perhaps another, such as MPI_Cart_create
  dup,         ///< MPI_Comm_dup, of the usual one
  idup,        ///< MPI_Comm_idup, of the usual one
  create,      ///< MPI_Comm_create, of one with other ranks for the same processes
  split,       ///< MPI_Comm_split, of such a one
  split_type,  ///< MPI_Comm_split_type, of such a one, whose processes share a host
  from_group,  ///< MPI_Comm_create_from_group
  merged,      ///< MPI_Intercomm_merge, of the two halves of its ranks
};

/// The way in which the operations of a case follow each other.
enum class Mode {
  blocking,     ///< one after the other, without synchronization between them
  nonblocking,  ///< all started, then all completed
  overlapping,  ///< alternately on two communicators of the same ranks
  threads,      ///< two threads, one communicator each, under MPI_THREAD_MULTIPLE
  persistent,   ///< all initialized, then started and completed in each repetition, with other data
};

/// The functions of MPI that complete the requests of a case in which several calls are under way.
/// Those that take several requests are also given null requests.
enum class Completion { wait, test, waitall, testall, waitany, testany, waitsome, testsome };

/// What the program does with the handles that it passes to a call with a request.
enum class Handles {
  kept,         ///< uses them for other calls as well
  types_freed,  ///< frees datatypes and user-defined operators as soon as the call has started
  all_freed,    ///< and the communicator; that of a persistent call once its last start is complete
};

/// The message of the program's own that each rank has under way, on the communicator of the calls, while these
/// run: it goes to the next rank.
enum class OwnMessages {
  none,
  awaited,  ///< sent behind the calls; a receive from any rank with any tag waits for it all the time
  sent,     ///< sent before the calls, and received behind them
};

/// Returns whether calls of this mode have requests.
constexpr bool has_requests(Mode mode) {
  return mode == Mode::nonblocking || mode == Mode::overlapping || mode == Mode::persistent;
}

/// One collective call of a case. Where a vector holds per-rank values, rank r uses entry
/// r mod size; one entry serves all ranks.
struct Operation {
  Collective collective = Collective::barrier;
  int root = 0;
  /// Number of elements per block, by rank of the block (alltoallv and alltoallw: the block from i to
  /// j has counts[(i * ranks + j) mod size], ranks being those of the communicator).
  std::vector<int> counts = {0};
  bool scattered = false;  ///< v-collectives: displacements out of order and with holes
  /// The buffers are MPI_BOTTOM, and their datatypes hold addresses.
  bool absolute = false;
  /// Each element stands for so many equal ones in a row: more than 2 GiB in a few MiB, see ExpandedBuffer.
  std::int64_t run_length = 1;
  Element element = Element::int32;
  TypeName type = TypeName::usual;
  /// Layouts by rank. A reduction uses the first for all ranks, since MPI requires one datatype; in
  /// alltoallw, rank i describes the block to or from j by layouts[(i * ranks + j) mod size], and in
  /// neighbor_alltoallw that to or from its j-th neighbour.
  std::vector<Layout> send_layouts = {Layout::plain};
  std::vector<Layout> receive_layouts = {Layout::plain};
  Operator op = Operator::none;
  InPlace in_place = InPlace::no;
  bool large = false;  ///< the library is called by its function for large counts, MPI_..._c
  Data data = Data::exact;
  std::vector<int> send_offsets = {0};     ///< bytes past a 4096-byte boundary, by rank
  std::vector<int> receive_offsets = {0};  ///< the same for the receive buffer
  std::vector<int> delays_us = {0};        ///< microseconds to wait before the call, by rank

  friend bool operator==(const Operation&, const Operation&) = default;
};

/// A complete test: pure data, the same at every rank, printed and parsed as one line.
struct Case {
  std::string subject = "mpi";  ///< name of the subject, as `tutti list` shows it
  int ranks = 1;                ///< ranks of MPI_COMM_WORLD that take part
  Group group = Group::world;
  MadeBy made_by = MadeBy::usual;
  Mode mode = Mode::blocking;
  Completion completion = Completion::wait;
  Handles handles = Handles::kept;
  OwnMessages own_messages = OwnMessages::none;
  /// Number of communicators that are made on that of the calls and freed, one after the other, once the calls
  /// are under way; in front of the calls if these block.
  int made_beside = 0;
  int repetitions = 1;  ///< how often the whole sequence runs on the same communicator
  /// Number of further runs of all this, during which the process must not take more and more memory or files;
  /// 0: none.
  int soak = 0;
  std::uint64_t seed = 1;
  /// Name of a law that is checked instead of the operations, on blocks of the first operation's
  /// count; empty for none.
  std::string law = {};
  std::vector<Operation> operations = {};

  friend bool operator==(const Case&, const Case&) = default;
};

/// Returns whether every layout is plain.
inline bool is_plain(const std::vector<Layout>& layouts) {
  return std::ranges::all_of(layouts, [](Layout layout) { return layout == Layout::plain; });
}

/// Returns whether a rank passes a derived datatype.
inline bool is_derived(const Operation& operation) {
  return operation.absolute || !is_plain(operation.send_layouts) ||
         !is_plain(operation.receive_layouts);
}

/// Returns whether the operation moves runs of equal elements.
inline bool has_runs(const Operation& operation) { return operation.run_length > 1; }

/// Returns whether an operation of the case does.
inline bool has_runs(const Case& test) {
  return std::ranges::any_of(test.operations,
                             [](const Operation& operation) { return has_runs(operation); });
}

/// A member of Case or Operation, and its name in the text of a case.
template <typename Owner, typename Value>
struct Field {
  std::string_view name;
  Value Owner::*member;
};
template <typename Owner, typename Value>
Field(std::string_view, Value Owner::*) -> Field<Owner, Value>;

/// The fields of a case, except its operations: the text before the first '|'.
inline constexpr std::tuple case_fields{
    Field{"subject", &Case::subject},
    Field{"ranks", &Case::ranks},
    Field{"group", &Case::group},
    Field{"made_by", &Case::made_by},
    Field{"mode", &Case::mode},
    Field{"completion", &Case::completion},
    Field{"handles", &Case::handles},
    Field{"own_messages", &Case::own_messages},
    Field{"made_beside", &Case::made_beside},
    Field{"repetitions", &Case::repetitions},
    Field{"soak", &Case::soak},
    Field{"seed", &Case::seed},
    Field{"law", &Case::law},
};

/// The fields of an operation: the text after the name of its collective.
inline constexpr std::tuple operation_fields{
    Field{"root", &Operation::root},
    Field{"counts", &Operation::counts},
    Field{"scattered", &Operation::scattered},
    Field{"absolute", &Operation::absolute},
    Field{"run_length", &Operation::run_length},
    Field{"element", &Operation::element},
    Field{"type", &Operation::type},
    Field{"send_layouts", &Operation::send_layouts},
    Field{"receive_layouts", &Operation::receive_layouts},
    Field{"op", &Operation::op},
    Field{"in_place", &Operation::in_place},
    Field{"large", &Operation::large},
    Field{"data", &Operation::data},
    Field{"send_offsets", &Operation::send_offsets},
    Field{"receive_offsets", &Operation::receive_offsets},
    Field{"delays_us", &Operation::delays_us},
};

/// Calls visitor(field) for every field of a table.
template <typename Fields, typename Visitor>
constexpr void for_each_field(const Fields& fields, Visitor visitor) {
  std::apply([&](const auto&... field) { (visitor(field), ...); }, fields);
}

/// Returns the case as one line, without line break: `tutti-case 1 subject=mpi ranks=4 ... | bcast
/// root=1 counts=8 ...`. Fields that have their default value are left out.
std::string print(const Case& test);

/// Parses what print() writes. Throws UsageError, which names the field and what was expected, also
/// for a case that validate() refuses.
Case parse_case(std::string_view line);

}  // namespace tutti
