#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// A program that does not use tutti. Directly after a collective it does what would go wrong if
/// the call had returned before its data were there. All of it is permitted: by the standard, the
/// call is complete.
namespace overlap_tests {

/// How the program continues after a case.
enum class End {
  none,       ///< with the next case
  finalized,  ///< without MPI, which the case has finalized
  abrupt,     ///< not at all: the case ends it without MPI_Finalize
};

/// A case of buffer reuse. It is run more than once: `round` determines which rank is late.
struct TestCase {
  const char* name;
  void (*run)(int round);
  End end = End::none;
};

using Bytes = std::span<std::byte>;
using ConstBytes = std::span<const std::byte>;
using Buffer = std::vector<std::byte>;
using Word = std::uint32_t;

inline constexpr std::size_t kKiB = 1024;
inline constexpr std::size_t kBlock = 256 * kKiB;
inline constexpr std::size_t kLargeBlock = 2048 * kKiB;
inline constexpr int kEveryone = -1;  ///< The receiver of data that all ranks get.

int rank();
int ranks();
std::size_t world_bytes(std::size_t bytes_each);

/// The origin of data: their words are computed from it. The last word may be cut.
struct Parcel {
  int sender, receiver, round;
};
Word expected(Parcel parcel, std::size_t word);
void fill(Bytes data, Parcel parcel);
void fill_with(Bytes data, std::byte value);
/// Fills a block for each receiver.
void fill_for_all(Bytes data, int round);

/// A wrong element. If a thread or a child process finds it, it is reported elsewhere.
struct Wrong {
  std::size_t element;
  Word expected, found;
};
std::optional<Wrong> first_wrong(ConstBytes data, Parcel parcel);
std::optional<Wrong> first_wrong_byte(ConstBytes data, std::byte value);
/// Checks a block from each sender, all for `receiver`.
std::optional<Wrong> first_wrong_from_all(ConstBytes data, int receiver, int round);
/// Checks one word of such blocks.
std::optional<Wrong> wrong_word_from_all(ConstBytes data, std::size_t word, int receiver,
                                         int round);

/// Ends all ranks, with a line of text, if something is wrong.
void demand(const std::optional<Wrong>& wrong);
void require(bool right, const char* what);
void check(ConstBytes data, Parcel parcel);
/// Checks what all ranks sent to this one.
void check_from_all(ConstBytes data, int round);
/// Checks that all bytes have the value: now, when data in flight may have arrived, and when they
/// certainly have. Collective over MPI_COMM_WORLD.
void check_kept(ConstBytes data, std::byte value);

void begin_case(const char* name);
void end_case();

int late_rank(int round);
void be_late(int round);
/// Runs a collective that one rank enters late: at the other ranks data are in flight after the
/// call.
void late_alltoall(const void* send, void* receive, std::size_t bytes_each, int round,
                   MPI_Comm communicator = MPI_COMM_WORLD);
void late_allgather(const void* send, void* receive, std::size_t bytes_each, int round);
/// Runs a broadcast from the late rank.
void late_bcast(void* data, std::size_t bytes, int round);
/// Broadcasts the data of parcel_of_late().
void bcast_from_late(Bytes data, int round);
Parcel parcel_of_late(int round);

/// Filled buffers, and a late alltoall between them, which the constructor runs.
struct Exchange {
  explicit Exchange(std::size_t bytes_each, int round);
  void check() const { check_from_all(receive, round); }

  int round;
  Buffer send, receive;
};

/// Pages that are mapped for a case, and unmapped at the end. They may be moved or unmapped before.
class Mapping {
 public:
  explicit Mapping(std::size_t bytes);
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() { unmap(); }

  Bytes bytes() const { return bytes_; }
  void unmap();
  /// Records where the pages are now.
  void moved(void* start, std::size_t bytes) { bytes_ = {static_cast<std::byte*>(start), bytes}; }

 private:
  Bytes bytes_;
};

}  // namespace overlap_tests
