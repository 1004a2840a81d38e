// Checks for each field of a case that some other value of it changes what the library, the clock
// or the thread library is asked for, communicators included: those of a case are made for it. A field that is drawn and printed, but not acted on, would
// count as covered.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <deque>
#include <mutex>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <vector>

#include "contract/error.hpp"
#include "harness/case/case.hpp"
#include "harness/case/enum_names.hpp"
#include "harness/case/expanded_buffer.hpp"
#include "harness/case/validate.hpp"
#include "harness/runner/rank_runner.hpp"
#include "properties/law.hpp"

namespace {

std::mutex mutex;
std::vector<std::string> recorded;
const auto main_thread = std::this_thread::get_id();

void record(std::string what) {
  if (std::this_thread::get_id() != main_thread) what += ", in another thread";
  const std::scoped_lock lock(mutex);
  recorded.push_back(std::move(what));
}

/// Returns the ranks of MPI_COMM_WORLD in a communicator, and whether it is Cartesian or a copy.
std::string text_of_comm(MPI_Comm comm) {
  MPI_Group group, world;
  int size = 0, topology = 0, compared = 0;
  MPI_Comm_size(comm, &size);
  MPI_Topo_test(comm, &topology);
  MPI_Comm_compare(comm, MPI_COMM_WORLD, &compared);
  MPI_Comm_group(comm, &group);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  std::vector<int> ranks(static_cast<std::size_t>(size)), of_world(ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  MPI_Group_translate_ranks(group, size, ranks.data(), world, of_world.data());
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  std::string text = fmt::format("comm {} {}", topology != MPI_UNDEFINED, compared);
  for (const int rank : of_world) text += fmt::format(" {}", rank);
  return text;
}

std::string text_of_type(MPI_Datatype type) {
  std::array<char, MPI_MAX_OBJECT_NAME> name{};
  int length = 0, bytes = 0, integers = 0, addresses = 0, types = 0, combiner = 0;
  MPI_Aint lower = 0, extent = 0;
  MPI_Type_get_name(type, name.data(), &length);
  MPI_Type_size(type, &bytes);
  MPI_Type_get_extent(type, &lower, &extent);
  MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  return fmt::format("type {} {} {} {} {}", name.data(), bytes, lower, extent, combiner);
}

/// Returns the offset of a buffer in its page, and its first bytes.
std::string text_of_buffer(const void* buffer, int bytes) {
  if (buffer == MPI_IN_PLACE) return "in place";
  std::string text = fmt::format("offset {}:", reinterpret_cast<std::uintptr_t>(buffer) % 4096);
  for (int i = 0; i < bytes; ++i)
    text += fmt::format(" {}", static_cast<const unsigned char*>(buffer)[i]);
  return text;
}

void record_reduce(const char* name, const void* send, void* receive, int count, MPI_Datatype type,
                   MPI_Op op, int root, MPI_Comm comm) {
  int rank = 0, commutes = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Op_commutative(op, &commutes);
  const auto* const data = send == MPI_IN_PLACE ? receive : send;
  int bytes = 0;
  MPI_Type_size(type, &bytes);
  record(fmt::format("{} {} {} {} {} op {} {} root {} {}", name, send == MPI_IN_PLACE,
                     text_of_buffer(data, std::min(count * bytes, 8)),
                     rank == root ? text_of_buffer(receive, 0) : "", count, op == MPI_SUM, commutes,
                     root, text_of_comm(comm)) +
         text_of_type(type));
}

void record_alltoallv(const char* name, const void* send, const int* send_counts,
                      const int* send_displacements, MPI_Datatype send_type, const void* receive,
                      const int* counts, const int* displacements, MPI_Datatype type,
                      MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  std::string text =
      fmt::format("{} {} {} {} {}", name, text_of_buffer(send, 0), text_of_buffer(receive, 0),
                  text_of_type(type), text_of_comm(comm));
  if (send != MPI_IN_PLACE) text += text_of_type(send_type);
  for (int i = 0; i < size; ++i) {
    text += fmt::format(" {}@{}", counts[i], displacements[i]);
    if (send != MPI_IN_PLACE)
      text += fmt::format(" from {}@{}", send_counts[i], send_displacements[i]);
  }
  record(text);
}

}  // namespace

// Functions that stand before those of the libraries.
extern "C" {

int MPI_Reduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm) {
  record_reduce("reduce", send, receive, count, type, op, root, comm);
  return PMPI_Reduce(send, receive, count, type, op, root, comm);
}

int MPI_Ireduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, int root,
                MPI_Comm comm, MPI_Request* request) {
  record_reduce("ireduce", send, receive, count, type, op, root, comm);
  return PMPI_Ireduce(send, receive, count, type, op, root, comm, request);
}

int MPI_Alltoallv(const void* send, const int* send_counts, const int* send_displacements,
                  MPI_Datatype send_type, void* receive, const int* counts,
                  const int* displacements, MPI_Datatype type, MPI_Comm comm) {
  record_alltoallv("alltoallv", send, send_counts, send_displacements, send_type, receive, counts,
                   displacements, type, comm);
  return PMPI_Alltoallv(send, send_counts, send_displacements, send_type, receive, counts,
                        displacements, type, comm);
}

int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
              MPI_Request* request) {
  record(fmt::format("irecv {} {}", count, source == MPI_ANY_SOURCE));
  return PMPI_Irecv(buffer, count, type, source, tag, comm, request);
}

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int destination, int tag,
              MPI_Comm comm, MPI_Request* request) {
  record(fmt::format("isend {}", count));
  return PMPI_Isend(buffer, count, type, destination, tag, comm, request);
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  record("wait");
  return PMPI_Wait(request, status);
}

int MPI_Type_free(MPI_Datatype* type) {
  record("type_free");
  return PMPI_Type_free(type);
}

int MPI_Op_free(MPI_Op* op) {
  record("op_free");
  return PMPI_Op_free(op);
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* made) {
  record("comm_dup");
  return PMPI_Comm_dup(comm, made);
}

int MPI_Comm_idup(MPI_Comm comm, MPI_Comm* made, MPI_Request* request) {
  record("comm_idup");
  return PMPI_Comm_idup(comm, made, request);
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* made) {
  record(fmt::format("comm_split {} {}", color, key));
  return PMPI_Comm_split(comm, color, key, made);
}

int MPI_Comm_free(MPI_Comm* comm) {
  record("comm_free");
  return PMPI_Comm_free(comm);
}

int nanosleep(const timespec* wanted, timespec* rest) {
  record(fmt::format("sleep {} {}", wanted->tv_sec, wanted->tv_nsec));
  errno = clock_nanosleep(CLOCK_REALTIME, 0, wanted, rest);
  return errno == 0 ? 0 : -1;
}

}  // extern "C"

namespace tutti {
namespace {

template <typename Value>
std::deque<Value> other_values(std::string_view field, const Value& value) {
  if constexpr (std::is_same_v<Value, bool>) {
    return {!value};
  } else if constexpr (std::is_enum_v<Value>) {
    std::deque<Value> values;
    for (const auto& row : enum_names<Value>)
      if (row.value != value) values.push_back(row.value);
    return values;
  } else if constexpr (std::is_integral_v<Value>) {
    if (field == "run_length") return {static_cast<Value>(ExpandedBuffer::run_unit)};
    return {value + 1, value - 1};
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return {field == "law" ? std::string(laws().front().name) : "reference"};
  } else if constexpr (std::is_same_v<Value, std::vector<int>>) {
    return {{value.front() + 8}, {value.front() + 8, value.front() + 16, value.front() + 24}};
  } else {
    std::deque<Value> values;
    for (const auto& other : other_values(field, value.front())) values.push_back({other});
    return values;
  }
}

const std::vector<std::string> bases{
    "tutti-case 1 ranks=3 | reduce counts=5 op=sum",
    "tutti-case 1 ranks=3 | reduce counts=5 op=sum element=float64",
    "tutti-case 1 ranks=3 | alltoallv counts=3",
    "tutti-case 1 ranks=3 mode=nonblocking | reduce counts=5 op=user_sum",
};

class FieldEffect : public ::testing::Test {
 protected:
  std::vector<std::string> calls_of(const Case& test) {
    recorded.clear();
    runner_.run(test, true);
    return recorded;
  }

  /// Returns whether the two cases make any rank call differently.
  bool differ(const Case& one, const Case& other) {
    const auto calls = calls_of(one);
    EXPECT_EQ(calls, calls_of(one)) << "a case does not call the same each time";
    int differs = calls != calls_of(other);
    MPI_Allreduce(MPI_IN_PLACE, &differs, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return differs != 0;
  }

  /// Checks that a value of the field that `part` selects in a case has an effect.
  template <typename Part, typename Value>
  void expect_effect(const Field<Part, Value>& field, Part& (*part)(Case&)) {
    for (const auto& line : bases) {
      Case base = parse_case(line);
      for (const auto& value : other_values(field.name, part(base).*field.member)) {
        Case other = base;
        part(other).*field.member = value;
        try {
          validate(other);
        } catch (const UsageError&) {
          continue;
        }
        if (differ(base, other)) return;
      }
    }
    ADD_FAILURE() << field.name << " has no effect on any call";
  }

  int rank_ = [] {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
  }();
  RankProgress progress_;
  RankRunner runner_{rank_, progress_};
};

TEST_F(FieldEffect, EveryFieldOfACase) {
  for_each_field(case_fields, [&](const auto& field) {
    expect_effect(
        field, +[](Case& test) -> Case& { return test; });
  });
}

TEST_F(FieldEffect, EveryFieldOfAnOperation) {
  for_each_field(operation_fields, [&](const auto& field) {
    expect_effect(
        field, +[](Case& test) -> Operation& { return test.operations.front(); });
  });
}

}  // namespace
}  // namespace tutti
