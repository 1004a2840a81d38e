/// A user-defined operator combines nothing any more in calls under way once the program has freed it.
/// Stands for: operations that keep no reference to the handles that they were started with.
/// Ranks: 4
/// Killed by: handles/result
#include <array>
#include <map>
#include <mutex>
#include <utility>

#include "mutants/mutant.hpp"

namespace {

struct Operator {
  MPI_User_function* function = nullptr;
  int commutative = 0;
};

/// A call under way: its operator, until that is freed.
struct Place {
  MPI_Op op = MPI_OP_NULL;
  MPI_User_function* function = nullptr;
};

constexpr int most = 64;
std::mutex mutex;
std::map<MPI_Op, Operator> operators;
std::array<Place, most> places;
int next_place = 0;

template <int place>
void combine_if_known(void* in, void* inout, int* count, MPI_Datatype* type) {
  if (auto* const function = places[place].function) function(in, inout, count, type);
}

template <int... place>
constexpr std::array<MPI_User_function*, most> callers(std::integer_sequence<int, place...>) {
  return {combine_if_known<place>...};
}

}  // namespace

extern "C" {

int MPI_Op_create(MPI_User_function* function, int commutative, MPI_Op* op) {
  const int code = PMPI_Op_create(function, commutative, op);
  const std::lock_guard lock(mutex);
  operators[*op] = {function, commutative};
  return code;
}

int MPI_Op_free(MPI_Op* op) {
  const std::lock_guard lock(mutex);
  operators.erase(*op);
  for (Place& place : places)
    if (place.op == *op) place = {};
  return PMPI_Op_free(op);
}

int MPI_Iallreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm, MPI_Request* request) {
  const std::lock_guard lock(mutex);
  const auto known = operators.find(op);
  if (known == operators.end() || mutant::between_groups(comm))
    return PMPI_Iallreduce(send, receive, count, type, op, comm, request);
  const int place = next_place++ % most;
  places[place] = {op, known->second.function};
  MPI_Op own = MPI_OP_NULL;
  PMPI_Op_create(callers(std::make_integer_sequence<int, most>())[place], known->second.commutative,
                 &own);
  const int code = PMPI_Iallreduce(send, receive, count, type, own, comm, request);
  PMPI_Op_free(&own);
  return code;
}

}  // extern "C"
