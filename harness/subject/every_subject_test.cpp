// Runs the reference and every protocol on small calls of every collective, and compares with what
// MPI defines, computed here from the definitions.
#include <gtest/gtest.h>

#include <numeric>
#include <utility>

#include "contract/datatype.hpp"
#include "contract/shape_of.hpp"
#include "harness/subject/noncommutative_test_op.hpp"
#include "harness/subject/subject.hpp"

namespace tutti::test {
namespace {

using Blocks = std::vector<std::vector<Affine>>;  ///< by rank

/// A call of one collective, small enough to be computed from the definition.
struct Problem {
  Collective collective;
  int ranks;
  int count;  ///< elements per block, or those of block 0 where blocks differ
  int root;
  bool commutative;

  bool differ() const { return traits(collective).has_varying_blocks(); }
  /// Returns the elements in the block from one rank to another; except in alltoallv and alltoallw,
  /// only one of the two ranks matters.
  int block(int from, int to) const {
    if (!differ()) return count;
    if (traits(collective).is_sized_per_pair()) return count + (from + 2 * to) % 3;
    return count + (traits(collective).output.extent == Extent::blocks ? from % 3 : to % 3);
  }
  static Affine contributed(int rank, int position) {
    return {rank * 37 + position + 2, 5 * rank + position * 11 + 1};
  }
  Affine combine(const Affine& x, const Affine& y) const {
    return commutative ? x.plus(y) : x.then(y);
  }
};

/// Returns the elements [first, first + count) of the contribution of a rank.
std::vector<Affine> slice(int rank, int first, int count) {
  std::vector<Affine> elements;
  for (int i = first; i < first + count; ++i) elements.push_back(Problem::contributed(rank, i));
  return elements;
}

/// Returns the same elements, combined over the ranks [0, ranks).
std::vector<Affine> combined(const Problem& problem, int ranks, int first, int count) {
  auto result = slice(0, first, count);
  for (int rank = 1; rank < ranks; ++rank)
    for (int i = 0; i < count; ++i)
      result[static_cast<std::size_t>(i)] = problem.combine(result[static_cast<std::size_t>(i)],
                                                            Problem::contributed(rank, first + i));
  return result;
}

/// Returns the position at which the block for `to` begins in the contribution of `from`.
int begin_of(const Problem& problem, int from, int to) {
  int begin = 0;
  for (int rank = 0; rank < to; ++rank) begin += problem.block(from, rank);
  return begin;
}

/// Returns the elements that the rank must receive; empty if it receives nothing.
std::vector<Affine> expected(const Problem& problem, int rank) {
  std::vector<Affine> all;
  const auto append = [&](const std::vector<Affine>& part) {
    all.insert(all.end(), part.begin(), part.end());
  };
  switch (problem.collective) {
    case Collective::barrier:
      return {};
    case Collective::bcast:
      return slice(problem.root, 0, problem.count);
    case Collective::gather:
    case Collective::gatherv:
      if (rank != problem.root) return {};
      [[fallthrough]];
    case Collective::allgather:
    case Collective::allgatherv:
      for (int from = 0; from < problem.ranks; ++from)
        append(slice(from, 0, problem.block(from, rank)));
      return all;
    case Collective::scatter:
    case Collective::scatterv:
      return slice(problem.root, begin_of(problem, problem.root, rank),
                   problem.block(problem.root, rank));
    case Collective::alltoall:
    case Collective::alltoallv:
    case Collective::alltoallw:
      for (int from = 0; from < problem.ranks; ++from)
        append(slice(from, begin_of(problem, from, rank), problem.block(from, rank)));
      return all;
    case Collective::reduce:
      if (rank != problem.root) return {};
      [[fallthrough]];
    case Collective::allreduce:
      return combined(problem, problem.ranks, 0, problem.count);
    case Collective::scan:
      return combined(problem, rank + 1, 0, problem.count);
    case Collective::exscan:
      return rank == 0 ? all : combined(problem, rank, 0, problem.count);
    case Collective::reduce_scatter:
    case Collective::reduce_scatter_block:
      return combined(problem, problem.ranks, begin_of(problem, 0, rank), problem.block(0, rank));
    case Collective::neighbor_allgather:
    case Collective::neighbor_allgatherv:
    case Collective::neighbor_alltoall:
    case Collective::neighbor_alltoallv:
    case Collective::neighbor_alltoallw:
    case Collective::reduce_local:
      break;  // not tried here: they need a topology, or have no algorithms
  }
  return {};
}

/// Memory and arguments of one call on this rank. Displacements leave a hole before each block.
class Arguments {
 public:
  Arguments(const Problem& problem, const AffineLayout& layout, MPI_Datatype type, MPI_Op op,
            int rank, bool in_place, MPI_Comm comm)
      : problem_(problem),
        rank_(rank),
        in_place_(in_place),
        send_(layout, 4 * problem.ranks * (problem.count + 4)),
        receive_(layout, 4 * problem.ranks * (problem.count + 4)) {
    call_ = {.collective = problem.collective,
             .send = send_.address(),
             .send_count = problem.block(rank, problem.root),
             .send_type = type,
             .receive = receive_.address(),
             .receive_count = problem.block(problem.root, rank),
             .receive_type = type,
             .op = op,
             .root = problem.root,
             .comm = comm};
    describe_blocks();
    fill();
    make_insignificant();
  }

  const Call& call() const { return call_; }

  void compare(const std::string& subject) {
    const auto want = expected(problem_, rank_);
    const auto places = received_places();
    ASSERT_EQ(want.size(), places.size());
    for (std::size_t i = 0; i < want.size(); ++i)
      EXPECT_EQ(want[i], result().get(places[i]))
          << subject << " count " << problem_.count << " root " << problem_.root << " rank "
          << rank_ << " of " << problem_.ranks << (in_place_ ? " in place" : "") << " element "
          << i;
  }

 private:
  static bool receives_blocks(Collective c) { return traits(c).output.extent == Extent::blocks; }
  static bool sends_blocks(Collective c) {
    return traits(c).input.extent == Extent::blocks && !traits(c).reducing;
  }
  int hole() const { return problem_.differ() ? 1 : 0; }
  bool scatters_in_place() const { return in_place_ && is_scatter(problem_.collective); }
  /// Returns the elements with the result: a scatter in place leaves the root's block where it is.
  Elements& result() { return scatters_in_place() ? send_ : receive_; }

  void describe_blocks() {
    int sent = 0, received = 0;
    for (int peer = 0; peer < problem_.ranks; ++peer) {
      send_counts_.push_back(problem_.block(rank_, peer));
      receive_counts_.push_back(problem_.collective == Collective::reduce_scatter
                                    ? problem_.block(0, peer)
                                    : problem_.block(peer, rank_));
      send_displacements_.push_back(sent + hole() * (peer + 1));
      receive_displacements_.push_back(received + hole() * (peer + 1));
      sent += send_counts_.back();
      received += receive_counts_.back();
    }
    if (!problem_.differ()) return;
    call_.send_counts = send_counts_.data();
    call_.send_displacements = send_displacements_.data();
    call_.receive_counts = receive_counts_.data();
    call_.receive_displacements = receive_displacements_.data();
    if (problem_.collective == Collective::alltoallw) describe_types();
  }

  /// Gives each block a datatype, and its displacement in bytes.
  void describe_types() {
    types_.assign(send_counts_.size(), call_.send_type);
    call_.send_types = call_.receive_types = types_.data();
    const auto extent = static_cast<int>(extent_of(call_.send_type));
    for (const int displacement : send_displacements_) send_bytes_.push_back(displacement * extent);
    for (const int displacement : receive_displacements_)
      receive_bytes_.push_back(displacement * extent);
    call_.send_displacements = send_bytes_.data();
    call_.receive_displacements = receive_bytes_.data();
    call_.send_type = call_.receive_type = MPI_DATATYPE_NULL;
  }

  static std::vector<int> places(const std::vector<int>& displacements,
                                 const std::vector<int>& counts) {
    std::vector<int> found;
    for (std::size_t block = 0; block < counts.size(); ++block)
      for (int i = 0; i < counts[block]; ++i) found.push_back(displacements[block] + i);
    return found;
  }
  static std::vector<int> run(std::size_t length, int first = 0) {
    std::vector<int> found(length);
    std::iota(found.begin(), found.end(), first);
    return found;
  }

  std::vector<int> received_places() const {
    const auto length = expected(problem_, rank_).size();
    if (scatters_in_place())
      return run(length, send_displacements_[static_cast<std::size_t>(rank_)]);
    if (!receives_blocks(problem_.collective) || length == 0) return run(length);
    return places(receive_displacements_, receive_counts_);
  }

  /// Returns the places of this rank's contribution, in order.
  std::vector<int> contributed_places() const {
    const auto own = static_cast<std::size_t>(rank_);
    const auto collective = problem_.collective;
    if (sends_blocks(collective))
      return in_place_ && receives_blocks(collective)
                 ? places(receive_displacements_, receive_counts_)
                 : places(send_displacements_, send_counts_);
    if (receives_blocks(collective))
      return run(static_cast<std::size_t>(problem_.block(rank_, problem_.root)),
                 in_place_ ? receive_displacements_[own] : 0);
    const int length =
        collective == Collective::reduce_scatter || collective == Collective::reduce_scatter_block
            ? begin_of(problem_, 0, problem_.ranks)
            : problem_.count;
    return run(static_cast<std::size_t>(length));
  }

  void fill() {
    const bool into_receive = (in_place_ && !scatters_in_place()) ||
                              (problem_.collective == Collective::bcast && rank_ == problem_.root);
    Elements& target = into_receive ? receive_ : send_;
    int position = 0;
    for (const int place : contributed_places())
      target.set(place, Problem::contributed(rank_, position++));
    if (!in_place_) return;
    (scatters_in_place() ? call_.receive : const_cast<void*&>(call_.send)) = MPI_IN_PLACE;
  }

  /// Makes the arguments invalid that are not significant at this rank, and so must not be read.
  void make_insignificant() {
    void* const wild = reinterpret_cast<void*>(8);
    const bool at_root = rank_ == problem_.root;
    const auto& about = traits(problem_.collective);
    if (!about.rooted || at_root || problem_.collective == Collective::bcast) return;
    if (sends_blocks(problem_.collective)) {
      call_.send = wild;
      call_.send_count = -7;
      call_.send_counts = nullptr;
      call_.send_displacements = nullptr;
      call_.send_type = MPI_DATATYPE_NULL;
    } else {
      call_.receive = wild;
      call_.receive_counts = nullptr;
      call_.receive_displacements = nullptr;
      if (about.reducing) return;
      call_.receive_count = -7;
      call_.receive_type = MPI_DATATYPE_NULL;
    }
  }

  Problem problem_;
  int rank_;
  bool in_place_;
  Elements send_, receive_;
  std::vector<int> send_counts_, send_displacements_, receive_counts_, receive_displacements_;
  std::vector<int> send_bytes_, receive_bytes_;  ///< displacements of alltoallw
  std::vector<MPI_Datatype> types_;              ///< of alltoallw
  Call call_;
};

/// Returns whether MPI_IN_PLACE is tested. alltoallv in place needs symmetric counts, unlike those
/// of this test.
bool allows_in_place(Collective collective) {
  return collective != Collective::barrier && collective != Collective::bcast &&
         !traits(collective).is_sized_per_pair();
}

bool in_place_at(const Problem& problem, int rank) {
  return !traits(problem.collective).rooted || rank == problem.root;
}

class EverySubject : public testing::TestWithParam<Collective> {
 protected:
  void SetUp() override {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  }

  void run(const Subject& subject, Activation& activation, const Problem& problem,
           const AffineLayout& layout, bool in_place) {
    const auto type = layout.datatype();
    const auto op = problem.commutative ? plus_op() : compose_op();
    Arguments arguments(problem, layout, type.get(), op.get(), rank_,
                        in_place && in_place_at(problem, rank_), activation.comm());
    if (!subject.applicable(shape_of(arguments.call()))) return;
    EXPECT_EQ(MPI_SUCCESS, activation.run(arguments.call())) << subject.name();
    arguments.compare(subject.name());
    ++runs_;
  }

  void run_all(const Subject& subject, Activation& activation, const AffineLayout& layout,
               std::initializer_list<int> counts) {
    const bool rooted = traits(GetParam()).rooted, reducing = traits(GetParam()).reducing;
    for (const int count : counts)
      for (int root = 0; root < (rooted ? ranks_ : 1); ++root)
        for (const bool in_place : {false, true})
          for (const bool commutative : {true, false}) {
            if (in_place && !allows_in_place(GetParam())) continue;
            if (!commutative && !reducing) continue;
            run(subject, activation, {GetParam(), ranks_, count, root, commutative}, layout,
                in_place);
          }
  }

  int rank_ = 0;
  int ranks_ = 1;
  int runs_ = 0;
};

TEST_P(EverySubject, ComputesWhatMpiDefines) {
  int references = 0, protocols = 0, unfit = 0;
  for (const auto& subject : subjects("tutti")) {
    const auto name = subject->name();
    const bool serves =
        name == "reference" || name.starts_with(std::string(tutti::name(GetParam())) + "/");
    if (!serves) continue;
    const auto activation = subject->activate(MPI_COMM_WORLD);
    const int before = runs_;
    run_all(*subject, *activation, dense, {0, 1, 17});
    run_all(*subject, *activation, gapped, {3});
    ++(runs_ == before ? unfit : name == "reference" ? references : protocols);
  }
  EXPECT_EQ(references, 1);
  EXPECT_GT(protocols, unfit);
}

INSTANTIATE_TEST_SUITE_P(Collectives, EverySubject,
                         testing::ValuesIn(collectives_without_topology()),
                         [](const auto& instance) { return std::string(name(instance.param)); });

}  // namespace
}  // namespace tutti::test
