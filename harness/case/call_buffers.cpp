#include "harness/case/call_buffers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <limits>
#include <span>
#include <string_view>

#include "contract/splitmix.hpp"
#include "harness/case/buffer_arguments.hpp"
#include "harness/case/expanded_buffer.hpp"
#include "harness/case/guarded_buffer.hpp"
#include "harness/case/input_data.hpp"
#include "harness/case/intercommunicator.hpp"
#include "harness/case/program_handles.hpp"
#include "harness/case/result_check.hpp"

namespace tutti {
namespace {

/// The arguments of a Call for one side: to send or to receive.
struct Arguments {
  void* buffer = nullptr;
  int count = 0;
  const int* counts = nullptr;
  const int* displacements = nullptr;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  const MPI_Datatype* types = nullptr;
};

/// Returns an address that has no memory on any 64-bit machine, and is neither MPI_BOTTOM nor
/// MPI_IN_PLACE.
template <typename T>
T* wild_pointer() {
  return reinterpret_cast<T*>(std::uintptr_t{0xdead'0000'0000'1000});
}

/// Returns absurd arguments, which MPI must ignore. `unused` is a buffer that must not be written.
Arguments garbage(RandomSequence draws, void* unused) {
  constexpr int largest = std::numeric_limits<int>::max();
  const std::array<void*, 3> buffers = {nullptr, wild_pointer<void>(), unused};
  const std::array<int*, 2> lists = {nullptr, wild_pointer<int>()};
  const std::array counts = {-1, 0, 3, largest};
  const std::array types = {MPI_CHAR, MPI_DOUBLE, MPI_LONG_DOUBLE_INT, MPI_DATATYPE_NULL};
  const std::array<MPI_Datatype*, 2> type_lists = {nullptr, wild_pointer<MPI_Datatype>()};
  return {.buffer = buffers[draws.below(buffers.size())],
          .count = counts[draws.below(counts.size())],
          .counts = lists[draws.below(lists.size())],
          .displacements = lists[draws.below(lists.size())],
          .type = types[draws.below(types.size())],
          .types = type_lists[draws.below(type_lists.size())]};
}

Arguments described(const GuardedBuffer& buffer, bool listed,
                    const std::vector<MPI_Datatype>& types) {
  const Placement& placement = buffer.placement();
  return {.buffer = buffer.origin(),
          .count = listed ? 0 : placement.count(),
          .counts = listed ? placement.counts.data() : nullptr,
          .displacements = listed ? placement.displacements.data() : nullptr,
          .type = types.front(),
          .types = types.data()};
}

std::string text_of_error(int code) {
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  std::string line(text.data(), static_cast<std::size_t>(length));
  for (char& letter : line)
    if (letter == '\n') letter = ' ';
  return line;
}

/// Returns the first element that changed, and the number of further ones.
std::optional<Mismatch> change(const Elements& before, const Elements& after) {
  std::optional<Mismatch> found;
  visit_element(before.element(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (std::int64_t i = 0; i < before.count(); ++i) {
      const auto index = static_cast<std::size_t>(i);
      if (before.as<T>()[index] == after.as<T>()[index]) continue;
      if (found) {
        ++found->more;
        continue;
      }
      found = Mismatch{.fault = Fault::send_buffer_changed,
                       .element = i,
                       .expected = text_of(before, i),
                       .got = text_of(after, i)};
    }
  });
  return found;
}

Mismatch mismatch(Fault fault, std::string_view buffer, const GuardedBuffer::Damage& damage) {
  return {
      .fault = fault,
      .byte = damage.byte,
      .more = damage.bytes - 1,
      .expected = fmt::format("{:#04x}", static_cast<unsigned>(damage.expected)),
      .got = fmt::format("{:#04x} in the {} buffer", static_cast<unsigned>(damage.got), buffer)};
}

/// A list of counts or displacements as the function that is called takes it, apart from the one by which the
/// result is judged: the library may write it.
template <typename Wide>
class OwnList {
 public:
  /// Copies a list of ints, its entries multiplied, and widened if asked to. A list without entries keeps its
  /// address, which may be absurd.
  CountList<Wide> made_of(const CountList<Wide>& list, std::size_t entries, std::int64_t factor,
                          bool widen) {
    const int* const given = list.narrow();
    if (!given || entries == 0) return widen ? reinterpret_cast<const Wide*>(given) : list;
    for (std::size_t i = 0; i < entries; ++i) wide_.push_back(given[i] * factor);
    if (widen) return wide_.data();
    for (const Wide value : wide_) narrow_.push_back(static_cast<int>(value));
    return narrow_.data();
  }

 private:
  std::vector<Wide> wide_;
  std::vector<int> narrow_;
};

/// Lists that were passed to a call, and what they held.
class PassedLists {
 public:
  template <typename Entry>
  void add(std::string_view name, const Entry* entries, std::size_t count) {
    if (!entries || count == 0) return;
    const auto bytes = std::as_bytes(std::span(entries, count));
    lists_.push_back({name, bytes, {bytes.begin(), bytes.end()}, sizeof(Entry)});
  }
  template <typename Wide>
  void add(std::string_view name, const CountList<Wide>& list, std::size_t count) {
    list.is_wide() ? add(name, list.wide(), count) : add(name, list.narrow(), count);
  }

  /// Returns the first entry of each list that was written.
  std::vector<Mismatch> changes() const {
    std::vector<Mismatch> found;
    for (const auto& [name, now, before, size] : lists_) {
      const auto changed = std::ranges::mismatch(now, before).in1;
      if (changed == now.end()) continue;
      const auto entry = static_cast<std::size_t>(changed - now.begin()) / size;
      found.push_back({.fault = Fault::list_changed,
                       .got = fmt::format("another entry {} in the list of {}", entry, name)});
    }
    return found;
  }

 private:
  struct List {
    std::string_view name;
    std::span<const std::byte> now;
    std::vector<std::byte> before;
    std::size_t entry_bytes;
  };
  std::vector<List> lists_;
};

}  // namespace

struct Workspace::State {
  Problem problem;
  int rank;
  Oracle* oracle;
  Elements input;
  std::optional<GuardedBuffer> send, receive;
  std::optional<ExpandedBuffer> expanded_send, expanded_receive;  ///< if elements stand for runs
  std::vector<MPI_Datatype> send_types, receive_types;            ///< those of the buffers' blocks
  GuardedBuffer unused;
  std::shared_ptr<const MessageType> combined_type;  ///< of a reduction
  std::vector<int> combined_counts;                  ///< of a reduction: instances in each block
  bool keeps_handles;
  std::vector<ProgramDatatype> own_types;  ///< of this call alone
  std::optional<ProgramOperator> own_operator;
  OwnList<MPI_Count> send_counts, receive_counts;
  OwnList<MPI_Aint> send_displacements, receive_displacements;
  PassedLists passed_lists;
  Call call;
  std::optional<std::uint64_t> agreement;

  State(Resources& resources, Problem the_problem, int the_rank, Handles handles);

  std::optional<GuardedBuffer> buffer(Resources& resources, const Side& side) const;
  Arguments arguments(const Side& side, const std::optional<GuardedBuffer>& buffer,
                      const std::vector<MPI_Datatype>& types, int salt) const;
  Arguments described_unused() const;
  void fill();
  void duplicate_types();
  void place_types_at_addresses();
  void* address(const std::optional<GuardedBuffer>& buffer,
                const std::optional<ExpandedBuffer>& expanded) const;
  void duplicate_user_operator();
  void describe_sides();
  void describe_reduction(Resources& resources);
  void include_runs_and_widen();
  void collect_copies(std::vector<Mismatch>& found);
  std::optional<Mismatch> judge_result();
  void check_damage(std::vector<Mismatch>& found);
};

/// Returns a buffer that must not be written. On an intercommunicator, one for a whole bcast.
static GuardedBuffer unused_buffer(Resources& resources, const Problem& problem) {
  const auto& operation = problem.operation;
  const bool whole =
      operation.collective == Collective::bcast && is_intercommunicator(problem.group);
  const int elements = whole ? operation.counts.front() : 16;
  auto type = resources.datatypes.get(Layout::plain, operation.element, 1, operation.type);
  return {resources.arenas, {{std::move(type)}, {elements}, {0}}, 0};
}

static std::vector<MPI_Datatype> types_of(const std::optional<GuardedBuffer>& buffer) {
  std::vector<MPI_Datatype> types;
  if (buffer)
    for (const auto& type : buffer->placement().types) types.push_back(type->get());
  return types;
}

static Elements input_of(const Problem& problem, int rank) {
  const auto blocks = input_blocks(problem, rank);
  return input_elements(problem, rank, {0, total(blocks)});
}

/// Returns what the receive buffer holds before the call, if it holds input.
static Elements held_before(const Problem& problem, int rank, const Elements& input) {
  if (!traits(problem.operation.collective).alone) return input;
  return input_elements(problem, rank + 1, {0, input.count()});
}

/// Returns the argument `root`. On an intercommunicator, the root's own group passes MPI_ROOT, or that it has
/// no part in the call; the other group passes its rank in its group.
static int root_argument(const Problem& problem, int rank) {
  const int root = problem.operation.root;
  if (!is_intercommunicator(problem.group)) return root;
  if (!local_group(problem.group, problem.ranks, root).contains(rank))
    return local_rank(problem.group, problem.ranks, root);
  return rank == root ? MPI_ROOT : MPI_PROC_NULL;
}

Workspace::State::State(Resources& resources, Problem the_problem, int the_rank, Handles handles)
    : problem(std::move(the_problem)),
      rank(the_rank),
      oracle(&resources.oracle),
      input(input_of(problem, rank)),
      send(buffer(resources, send_side(problem, rank))),
      receive(buffer(resources, receive_side(problem, rank))),
      send_types(types_of(send)),
      receive_types(types_of(receive)),
      unused(unused_buffer(resources, problem)),
      keeps_handles(handles == Handles::kept) {
  if (has_runs(problem.operation)) {
    if (send) expanded_send.emplace(*send, problem.operation.run_length);
    if (receive) expanded_receive.emplace(*receive, problem.operation.run_length);
  }
  call.collective = problem.operation.collective;
  call.root = root_argument(problem, rank);
  fill();
  const bool reducing = traits(call.collective).reducing;
  if (!keeps_handles && !reducing) duplicate_types();
  if (problem.operation.absolute) place_types_at_addresses();
  describe_sides();
  if (reducing) describe_reduction(resources);
  if (!keeps_handles && reducing) duplicate_user_operator();
  include_runs_and_widen();
}

std::optional<GuardedBuffer> Workspace::State::buffer(Resources& resources,
                                                      const Side& side) const {
  if (side.role != Side::Role::significant) return std::nullopt;
  const Operation& operation = problem.operation;
  const std::int64_t run_length = counts_include_runs(operation) ? 1 : operation.run_length;
  std::vector<std::shared_ptr<const MessageType>> types;
  for (const auto& [layout, elements_per_instance] : side.types)
    types.push_back(resources.datatypes.get(layout, operation.element, elements_per_instance,
                                            operation.type, run_length));
  return GuardedBuffer(resources.arenas, place_blocks(side, std::move(types)), side.offset);
}

void Workspace::State::fill() {
  if (send) send->put(input);
  if (const int block = first_input_block(problem, rank); receive && block >= 0)
    receive->put(held_before(problem, rank, input), static_cast<std::size_t>(block));
  for (auto* buffer : {&expanded_send, &expanded_receive})
    if (*buffer) (*buffer)->expand();
}

Arguments Workspace::State::arguments(const Side& side, const std::optional<GuardedBuffer>& buffer,
                                      const std::vector<MPI_Datatype>& types, int salt) const {
  if (side.role == Side::Role::absent) return {};
  if (buffer) return described(*buffer, side.listed, types);
  if (problem.operation.collective == Collective::bcast) return described_unused();
  const auto key = static_cast<std::uint64_t>(2 * rank + salt);
  Arguments result = garbage(RandomSequence(mix(problem.key, key)), unused.origin());
  if (side.role == Side::Role::in_place) result.buffer = MPI_IN_PLACE;
  return result;
}

/// Gives a call that moves data datatypes of its own.
void Workspace::State::duplicate_types() {
  for (auto* types : {&send_types, &receive_types})
    for (MPI_Datatype& type : *types) {
      MPI_Type_dup(type, &type);
      own_types.emplace_back(type, MPI_DATATYPE_NULL);
    }
}

/// Returns the address of a buffer, or of what it is expanded to.
static void* origin_of(const std::optional<GuardedBuffer>& buffer,
                       const std::optional<ExpandedBuffer>& expanded) {
  return expanded ? expanded->origin() : buffer->origin();
}

/// Returns the datatype of data at an address, seen from MPI_BOTTOM.
static MPI_Datatype placed_at(const void* address, MPI_Datatype type) {
  constexpr int length = 1;
  MPI_Aint displacement = 0;
  MPI_Get_address(address, &displacement);
  MPI_Datatype placed = MPI_DATATYPE_NULL;
  MPI_Type_create_hindexed(1, &length, &displacement, type, &placed);
  MPI_Type_commit(&placed);
  return placed;
}

void Workspace::State::place_types_at_addresses() {
  const auto place = [&](std::vector<MPI_Datatype>& types, const void* address) {
    for (MPI_Datatype& type : types) {
      type = placed_at(address, type);
      own_types.emplace_back(type, MPI_DATATYPE_NULL);
    }
  };
  if (send) place(send_types, origin_of(send, expanded_send));
  if (receive) place(receive_types, origin_of(receive, expanded_receive));
}

/// Gives a reduction an operator of its own, unless that is one of MPI's. Its datatype lives on: the operator asks
/// for an attribute of it, which MPI need not keep.
void Workspace::State::duplicate_user_operator() {
  if (is_builtin(problem.operation.op)) return;
  call.op = created(problem.operation.op);
  own_operator.emplace(call.op, MPI_OP_NULL);
}

/// Returns the arguments of a rank that has no part in a bcast on an intercommunicator: they match those of the
/// other ranks, since MPI does not say that they are ignored.
Arguments Workspace::State::described_unused() const {
  return described(unused, false, {unused.placement().types.front()->get()});
}

/// Returns the argument for a buffer.
void* Workspace::State::address(const std::optional<GuardedBuffer>& buffer,
                                const std::optional<ExpandedBuffer>& expanded) const {
  return problem.operation.absolute ? MPI_BOTTOM : origin_of(buffer, expanded);
}

void Workspace::State::describe_sides() {
  const Arguments sent = arguments(send_side(problem, rank), send, send_types, 0);
  call.send = sent.buffer;
  call.send_count = sent.count;
  call.send_counts = sent.counts;
  call.send_displacements = sent.displacements;
  call.send_type = sent.type;
  call.send_types = sent.types;
  if (send) call.send = address(send, expanded_send);
  const Arguments received = arguments(receive_side(problem, rank), receive, receive_types, 1);
  call.receive = received.buffer;
  call.receive_count = received.count;
  call.receive_counts = received.counts;
  call.receive_displacements = received.displacements;
  call.receive_type = received.type;
  call.receive_types = received.types;
  if (receive) call.receive = address(receive, expanded_receive);
}

/// Sets the arguments of a reduction that are significant at every rank, whatever its buffers are: on an
/// intercommunicator, all but those of the ranks beside the root of a reduce.
void Workspace::State::describe_reduction(Resources& resources) {
  const Operation& operation = problem.operation;
  const std::int64_t elements_per_instance = combined_elements_per_instance(problem);
  for (const std::int64_t elements : combined_blocks(problem, rank))
    combined_counts.push_back(static_cast<int>(elements / elements_per_instance));
  call.op = resources.operators.get(operation.op);
  combined_type = resources.datatypes.get(operation.receive_layouts.front(), operation.element,
                                          elements_per_instance, operation.type);
  call.receive_type = combined_type->get();
  call.receive_count = combined_counts.front();
  call.receive_counts = combined_counts.data();
}

/// Multiplies counts and displacements by the length of runs, unless they count datatypes that include it, and
/// brings them into the types that the function takes: neighbor_alltoallw has wide displacements in any case.
void Workspace::State::include_runs_and_widen() {
  const Operation& operation = problem.operation;
  const auto& about = traits(operation.collective);
  const bool in_counts = counts_include_runs(operation);
  const std::int64_t counted = in_counts ? operation.run_length : 1;
  const std::int64_t displaced = in_counts || about.typed_per_block ? operation.run_length : 1;
  const bool wide = operation.large;
  const bool wide_displacements = wide || (about.neighbourhood && about.typed_per_block);
  const auto blocks_of = [](const std::optional<GuardedBuffer>& buffer) {
    return buffer ? buffer->placement().counts.size() : 0;
  };
  const std::size_t sent = blocks_of(send), received = blocks_of(receive);
  const std::size_t combined = combined_counts.empty() ? received : combined_counts.size();
  if (send) call.send_count *= counted;
  if (receive || about.reducing) call.receive_count *= counted;
  call.send_counts = send_counts.made_of(call.send_counts, sent, counted, wide);
  call.receive_counts = receive_counts.made_of(call.receive_counts, combined, counted, wide);
  call.send_displacements =
      send_displacements.made_of(call.send_displacements, sent, displaced, wide_displacements);
  call.receive_displacements = receive_displacements.made_of(call.receive_displacements, received,
                                                             displaced, wide_displacements);
  call.large = wide;
  passed_lists.add("send counts", call.send_counts, sent);
  passed_lists.add("receive counts", call.receive_counts, combined);
  passed_lists.add("send displacements", call.send_displacements, sent);
  passed_lists.add("receive displacements", call.receive_displacements, received);
  passed_lists.add("send datatypes", call.send_types, send ? send_types.size() : 0);
  passed_lists.add("receive datatypes", call.receive_types, receive ? receive_types.size() : 0);
}

std::optional<Mismatch> Workspace::State::judge_result() {
  Elements result =
      receive->take_in_random_order(mix(problem.key, static_cast<std::uint64_t>(rank)));
  result.truncate(total(output_blocks(problem, rank)));
  agreement = agreement_digest(problem, result);
  return judge(problem, rank, result, *oracle);
}

/// Brings the elements of expanded buffers back to the guarded ones.
void Workspace::State::collect_copies(std::vector<Mismatch>& found) {
  for (auto* buffer : {&expanded_send, &expanded_receive}) {
    if (!*buffer) continue;
    const std::string_view name = buffer == &expanded_send ? "send" : "receive";
    if (const auto byte = (*buffer)->collect())
      found.push_back({.fault = Fault::copies_differ,
                       .byte = *byte,
                       .got = fmt::format("several values in the {} buffer", name)});
  }
}

void Workspace::State::check_damage(std::vector<Mismatch>& found) {
  const auto note = [&](Fault fault, std::string_view name, const auto& damage) {
    if (damage) found.push_back(mismatch(fault, name, *damage));
  };
  for (auto* buffer : {&send, &receive}) {
    if (!*buffer) continue;
    const std::string_view name = buffer == &send ? "send" : "receive";
    (*buffer)->erase();
    note(Fault::gap_damaged, name, (*buffer)->gap_damage());
    note(Fault::guard_damaged, name, (*buffer)->guard_damage());
  }
  note(Fault::unused_buffer_written, "unused", unused.gap_damage());
  note(Fault::unused_buffer_written, "unused", unused.guard_damage());
  std::ranges::move(passed_lists.changes(), std::back_inserter(found));
}

Workspace::Workspace(Resources& resources, const Case& test, const Execution& execution,
                     const Place& place, MPI_Comm comm)
    : state_(std::make_unique<State>(resources, problem_of(test, execution, place), place.rank,
                                     test.handles)) {
  state_->call.comm = comm;
}

Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

const Call& Workspace::call() const { return state_->call; }

std::vector<Mismatch> Workspace::check(int error_code) {
  std::vector<Mismatch> found;
  state_->collect_copies(found);
  if (error_code != MPI_SUCCESS) {
    found.push_back({.fault = Fault::mpi_error, .got = text_of_error(error_code)});
  } else if (state_->receive) {
    if (auto wrong = state_->judge_result()) found.push_back(*std::move(wrong));
  }
  if (state_->send)
    if (auto changed = change(state_->input, state_->send->take()))
      found.push_back(*std::move(changed));
  state_->check_damage(found);
  for (auto& entry : found) entry.rank = state_->rank;
  return found;
}

void Workspace::free_handles() {
  if (state_->keeps_handles) return;
  state_->own_types.clear();
  state_->own_operator.reset();
}

void Workspace::renew(const Case& test, const Execution& execution, const Place& place) {
  state_->problem = problem_of(test, execution, place);
  state_->input = input_of(state_->problem, state_->rank);
  state_->agreement.reset();
  for (auto* buffer : {&state_->send, &state_->receive})
    if (*buffer) (*buffer)->erase();
  state_->fill();
}

std::optional<std::uint64_t> Workspace::agreement() const { return state_->agreement; }

}  // namespace tutti
