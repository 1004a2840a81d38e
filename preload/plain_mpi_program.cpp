// A program that does not depend on tutti. Calls some collectives and checks their results; an
// argument adds tests, some of which not every library can pass.
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <thread>
#include <vector>

/// Checks that the program may free a datatype, and receive other messages, before it waits for a
/// nonblocking collective.
static bool nonblocking_is_right(int rank, int ranks) {
  MPI_Datatype every_second = MPI_DATATYPE_NULL;
  MPI_Type_vector(100, 1, 2, MPI_INT, &every_second);
  MPI_Type_commit(&every_second);
  std::vector<int> message(200, rank == 0 ? 42 : 0);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(message.data(), 1, every_second, 0, MPI_COMM_WORLD, &request);
  MPI_Type_free(&every_second);
  // The last rank sends only when it has the broadcast, which the root must advance while it
  // receives.
  int token = 7;
  if (rank == ranks - 1) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Send(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  if (rank == 0) MPI_Recv(&token, 1, MPI_INT, ranks - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return message[0] == 42 && message[198] == 42 && message[199] == (rank == 0 ? 42 : 0);
}

/// Checks that starting a collective does not wait for other ranks, not even if it is the first
/// collective of a communicator.
static bool starting_is_local(int rank) {
  MPI_Comm fresh = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &fresh);
  MPI_Request request = MPI_REQUEST_NULL;
  int token = rank == 0 ? 7 : 0;
  if (rank == 1) MPI_Recv(&token, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Ibarrier(fresh, &request);
  if (rank == 0) MPI_Send(&token, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&fresh);
  return rank > 1 || token == 7;
}

static void keep_larger(void* in, void* inout, int* count, MPI_Datatype*) {
  for (int i = 0; i < *count; ++i)
    static_cast<int*>(inout)[i] = std::max(static_cast<int*>(inout)[i], static_cast<int*>(in)[i]);
}

/// Checks that the program may free its own operation, and create another one, before it waits.
static bool own_operation_is_right(int rank, int ranks) {
  MPI_Op larger = MPI_OP_NULL, other = MPI_OP_NULL;
  MPI_Op_create(keep_larger, 1, &larger);
  const std::vector<int> mine(1000, rank);
  std::vector<int> largest(1000, -1);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(mine.data(), largest.data(), 1000, MPI_INT, larger, MPI_COMM_WORLD, &request);
  MPI_Op_free(&larger);
  MPI_Op_create([](void*, void*, int*, MPI_Datatype*) {}, 1, &other);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Op_free(&other);
  return larger == MPI_OP_NULL && largest.front() == ranks - 1 && largest.back() == ranks - 1;
}

static MPI_Datatype expected_type = MPI_DATATYPE_NULL;
static int other_types = 0;

static void add_pairs(void* in, void* inout, int* count, MPI_Datatype* type) {
  other_types += *type != expected_type;
  for (int i = 0; i < 2 * *count; ++i) static_cast<int*>(inout)[i] += static_cast<int*>(in)[i];
}

/// Checks that an operation is called with the datatype of the call, also if the program has freed
/// that meanwhile.
static bool operation_gets_own_datatype(int ranks) {
  MPI_Op add = MPI_OP_NULL;
  MPI_Op_create(add_pairs, 1, &add);
  MPI_Type_contiguous(2, MPI_INT, &expected_type);
  MPI_Type_commit(&expected_type);
  MPI_Datatype own = expected_type;
  const std::vector<int> mine(200, 1);
  std::vector<int> sums(200), sums_later(200);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(mine.data(), sums_later.data(), 100, own, add, MPI_COMM_WORLD, &request);
  MPI_Allreduce(mine.data(), sums.data(), 100, own, add, MPI_COMM_WORLD);
  MPI_Type_free(&own);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Op_free(&add);
  return own == MPI_DATATYPE_NULL && other_types == 0 && sums.back() == ranks &&
         sums_later.back() == ranks;
}

/// Checks that a call that the library refuses at all ranks is refused, and that the communicator
/// is usable afterwards.
static bool refusal_does_no_harm(int ranks) {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const double mine = 1;
  double sum = 0;
  const int refused =
      MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD) != MPI_SUCCESS;
  const int code = MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  return refused && code == MPI_SUCCESS && sum == ranks;
}

/// Checks collectives on more than half as many communicators as MPICH has, so that tutti cannot
/// take another one for each.
static bool many_communicators_are_right(int ranks) {
  std::vector<MPI_Comm> all(1200, MPI_COMM_NULL);
  int sum = 0;
  for (auto& comm : all) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  for (const auto comm : {all.front(), all.back()}) {
    const int one = 1;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (sum != ranks) return false;
  }
  for (auto& comm : all) MPI_Comm_free(&comm);
  return true;
}

/// Checks that a buffer may be missing at a rank where it is not significant. The standard allows
/// that; MPICH refuses it.
static bool missing_buffers_are_right(int rank, int ranks) {
  const int one = 1;
  int before = 0;
  MPI_Exscan(&one, rank == 0 ? nullptr : &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  std::vector<int> counts(static_cast<std::size_t>(ranks), 0);
  counts.back() = 3;
  const std::vector<int> mine(3, 1);
  std::vector<int> sum(static_cast<std::size_t>(counts[static_cast<std::size_t>(rank)]));
  MPI_Reduce_scatter(mine.data(), sum.empty() ? nullptr : sum.data(), counts.data(), MPI_INT,
                     MPI_SUM, MPI_COMM_WORLD);
  return before == rank && (sum.empty() || sum.front() == ranks);
}

/// Exchanges blocks on a communicator on which each rank sends to `next` and receives from `previous`,
/// -1 for none. For that it has the count of the others, as MPI demands, and a buffer; with `leaves_out`
/// neither. Two exchanges are under way at once, with a datatype that is freed meanwhile.
static bool exchange_is_right(MPI_Comm comm, int rank, int next, int previous, int count,
                              bool leaves_out) {
  const bool sends = next >= 0, receives = previous >= 0;
  const auto filled = [&](int sender, int round) {
    return std::vector<int>(static_cast<std::size_t>(count), 100 * sender + 10 * count + round);
  };
  const auto sent = filled(rank, 0);
  std::vector<int> received(sent.size(), -1);
  const bool gives = sends || !leaves_out, takes = receives || !leaves_out;
  MPI_Neighbor_alltoall(gives ? sent.data() : nullptr, gives ? count : 0, MPI_INT,
                        takes ? received.data() : nullptr, takes ? count : 0, MPI_INT, comm);
  bool right = !receives || received == filled(previous, 0);

  MPI_Datatype one = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(1, MPI_INT, &one);
  MPI_Type_commit(&one);
  const MPI_Datatype type = one;
  const MPI_Aint at = 0;
  std::vector<int> sent_later[2], received_later[2];
  MPI_Request requests[2];
  for (int round = 0; round < 2; ++round) {
    sent_later[round] = filled(rank, round + 1);
    received_later[round].assign(sent.size(), -1);
    MPI_Ineighbor_alltoallw(sent_later[round].data(), &count, &at, &type,
                            received_later[round].data(), &count, &at, &type, comm,
                            &requests[round]);
  }
  MPI_Type_free(&one);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  for (int round = 0; round < 2; ++round)
    right = right && (!receives || received_later[round] == filled(previous, round + 1));

  int sum = 0, ranks = 0;
  MPI_Comm_size(comm, &ranks);
  MPI_Allreduce(&count, &sum, 1, MPI_INT, MPI_SUM, comm);
  return right && sum == ranks * count;
}

/// Checks exchanges in a chain that the first rank begins and the last but one ends, so that one rank
/// only sends, one only receives, and one has no neighbours; the graph is made in both ways.
static bool neighbours_are_right(int rank, int ranks, bool leaves_out) {
  const int last = ranks - 2;
  const int next = rank < last ? rank + 1 : -1;
  const int previous = rank > 0 && rank <= last ? rank - 1 : -1;
  const int sends = next >= 0 ? 1 : 0, receives = previous >= 0 ? 1 : 0, weight = 3;
  MPI_Comm adjacent = MPI_COMM_NULL, general = MPI_COMM_NULL;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, receives, &previous, MPI_UNWEIGHTED, sends, &next,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &adjacent);
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &sends, &next, &weight, MPI_INFO_NULL, 0,
                        &general);
  bool right = true;
  for (const int count : {1, 1000, 7})
    for (const auto comm : {adjacent, general})
      right = exchange_is_right(comm, rank, next, previous, count, leaves_out) && right;
  MPI_Comm_free(&adjacent);
  MPI_Comm_free(&general);
  return right;
}

// Open MPI 5.0 has persistent collectives, although it says that it has MPI 3.1.
#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
#define HAS_PERSISTENT_COLLECTIVES
/// Persistent calls on a communicator that is freed before they are started, as are their datatype and operator.
/// One is never started.
class PersistentCalls {
 public:
  PersistentCalls(int rank, int ranks)
      : rank_(rank), ranks_(ranks), gathered_(static_cast<std::size_t>(ranks)) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Datatype pair = MPI_DATATYPE_NULL;
    MPI_Op add = MPI_OP_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(add_pairs, 1, &add);
    for (int i = 0; i < ranks; ++i) displacements_.push_back(ranks - 1 - i);
    MPI_Allreduce_init(mine_, sums_, 1, pair, add, comm, MPI_INFO_NULL, &requests_[0]);
    MPI_Allgatherv_init(mine_, 1, MPI_INT, gathered_.data(), counts_.data(), displacements_.data(),
                        MPI_INT, comm, MPI_INFO_NULL, &requests_[1]);
    MPI_Recv_init(&echo_, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &requests_[2]);
    MPI_Barrier_init(comm, MPI_INFO_NULL, &barrier_);
    MPI_Op_free(&add);
    MPI_Type_free(&pair);
    MPI_Comm_free(&comm);
  }
  ~PersistentCalls() {
    for (auto& request : requests_) MPI_Request_free(&request);
    MPI_Request_free(&barrier_);
  }
  PersistentCalls(const PersistentCalls&) = delete;
  PersistentCalls& operator=(const PersistentCalls&) = delete;

  /// Starts the calls once, in the order of the rank, and checks what they bring.
  bool are_right(int round) {
    for (int& value : mine_) value = rank_ + round;
    std::fill(gathered_.begin(), gathered_.end(), -1);
    if (rank_ % 2 == 1) std::swap(requests_[0], requests_[1]);
    MPI_Startall(3, requests_);
    if (rank_ % 2 == 1) std::swap(requests_[0], requests_[1]);
    MPI_Send(&round, 1, MPI_INT, rank_, 0, MPI_COMM_WORLD);
    bool right = complete(round);
    for (int i = 0; i < ranks_; ++i)
      right = right && gathered_[static_cast<std::size_t>(ranks_ - 1 - i)] == i + round;
    const int sum = ranks_ * (ranks_ - 1) / 2 + ranks_ * round;
    return right && sums_[0] == sum && sums_[1] == sum && echo_ == round;
  }

 private:
  static void add_pairs(void* in, void* inout, int* length, MPI_Datatype*) {
    for (int i = 0; i < 2 * *length; ++i) static_cast<int*>(inout)[i] += static_cast<int*>(in)[i];
  }

  /// Completes the calls, in another way in each round. Returns false if one is reported twice.
  bool complete(int round) {
    if (round % 2 == 0) return MPI_Waitall(3, requests_, MPI_STATUSES_IGNORE) == MPI_SUCCESS;
    int done = MPI_UNDEFINED, reported = 0;
    for (int i = 0; i < 3; ++i) {
      MPI_Waitany(3, requests_, &done, MPI_STATUS_IGNORE);
      if (done != MPI_UNDEFINED) reported |= 1 << done;
    }
    MPI_Waitany(3, requests_, &done, MPI_STATUS_IGNORE);
    return reported == 0b111 && done == MPI_UNDEFINED;
  }

  int rank_, ranks_;
  int mine_[2] = {}, sums_[2] = {}, echo_ = 0;
  std::vector<int> gathered_, displacements_;
  std::vector<int> counts_ = std::vector<int>(gathered_.size(), 1);
  MPI_Request requests_[3], barrier_ = MPI_REQUEST_NULL;
};

static bool persistent_is_right(int rank, int ranks) {
  PersistentCalls calls(rank, ranks);
  bool right = true;
  for (int round = 0; round < 4; ++round) right = calls.are_right(round) && right;
  return right;
}
#endif

constexpr std::chrono::milliseconds run_time_that_affords_a_trace{500};

/// Checks broadcasts whose data are used from the end to the beginning, called from a function
/// whose name reports can find.
[[gnu::noinline]] bool backward_use_is_right(int rank) {
  constexpr std::size_t bytes = 256 * 1024, page = 4096;
  const std::unique_ptr<char, decltype(&std::free)> message(
      static_cast<char*>(std::aligned_alloc(page, bytes)), std::free);
  bool right = true;
  for (char round = 1; round <= 4; ++round) {
    std::fill_n(message.get(), bytes, rank == 0 ? round : '\0');
    MPI_Bcast(message.get(), static_cast<int>(bytes), MPI_CHAR, 0, MPI_COMM_WORLD);
    for (std::size_t end = bytes; end > 0; end -= page)
      right = right && message.get()[end - 1] == round;
  }
  return right;
}

/// Checks that equal input gives equal sums, to the last bit, whether or not a call returns early.
static bool rounding_is_always_alike(int rank) {
  constexpr int count = 128 * 1024;
  std::vector<double> mine, first, sums(count);
  for (int i = 0; i < count; ++i) mine.push_back(1. / (i % 97 + rank + 3));
  for (int round = 0; round < 6; ++round) {
    MPI_Allreduce(mine.data(), sums.data(), count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (round == 0) first = sums;
    if (sums != first) return false;
  }
  return true;
}

/// Kills the root. The other ranks leave the broadcast early, and wait for data that are never
/// sent.
static void outlive_the_root(int rank) {
  constexpr std::size_t bytes = 256 * 1024, page = 4096;
  auto* const message = static_cast<char*>(std::aligned_alloc(page, bytes));
  if (rank == 0) std::raise(SIGKILL);
  MPI_Bcast(message, static_cast<int>(bytes), MPI_CHAR, 0, MPI_COMM_WORLD);
  std::exit(message[0] == message[bytes - 1] ? EXIT_SUCCESS : EXIT_FAILURE);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  bool right = true;
  for (int root = 0; root < ranks; ++root) {
    std::vector<int> message(1000, rank == root ? root + 17 : 0);
    MPI_Bcast(message.data(), 1000, MPI_INT, root, MPI_COMM_WORLD);
    right = right && message.front() == root + 17 && message.back() == root + 17;
  }
  double mine = rank + 1, sum = 0;
  MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  right = right && sum == ranks * (ranks + 1) / 2.0;
  MPI_Barrier(MPI_COMM_WORLD);
  right = nonblocking_is_right(rank, ranks) && right;
  right = starting_is_local(rank) && right;
  right = own_operation_is_right(rank, ranks) && right;
  right = operation_gets_own_datatype(ranks) && right;
  right = refusal_does_no_harm(ranks) && right;
  const std::string_view also = argc > 1 ? argv[1] : "";
  if (also == "missing") right = missing_buffers_are_right(rank, ranks) && right;
  if (also == "neighbours") right = neighbours_are_right(rank, ranks, false) && right;
  if (also == "neighbours_left_out") right = neighbours_are_right(rank, ranks, true) && right;
#ifdef HAS_PERSISTENT_COLLECTIVES
  if (also == "persistent") right = persistent_is_right(rank, ranks) && right;
#endif
  if (also == "many") right = many_communicators_are_right(ranks) && right;
  if (also == "backward") {
    std::this_thread::sleep_for(run_time_that_affords_a_trace);
    right = backward_use_is_right(rank) && right;
  }
  if (also == "rounding") right = rounding_is_always_alike(rank) && right;
  if (also == "dying") {
    backward_use_is_right(rank);
    outlive_the_root(rank);
  }
  MPI_Finalize();
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
