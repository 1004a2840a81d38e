#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// A program that knows nothing of tutti, and does right behind a collective what would meet data that
/// are still in flight. It may do all of it: the standard says that the call has ended.
namespace buffer_reuse {

/// How the program is to go on behind a way.
enum class End {
  none,       ///< as if nothing had been
  finalized,  ///< without MPI
  abrupt,     ///< not at all: the way ends the program without MPI_Finalize
};

/// One way to be hostile. It runs more than once: `round` tells which rank is late.
struct ReuseCase {
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
inline constexpr int kEveryone = -1;  ///< The receiver of what all get.

int rank();
int ranks();
std::size_t world_bytes(std::size_t bytes_each);

/// Data are words that tell where they come from. The last may be cut.
struct Parcel {
  int sender, receiver, round;
};
Word expected(Parcel parcel, std::size_t word);
void fill(Bytes data, Parcel parcel);
void fill_with(Bytes data, std::byte value);
/// A block for each receiver.
void fill_for_all(Bytes data, int round);

/// What is not as it should be. Found in a thread or in a child it is reported elsewhere.
struct Wrong {
  std::size_t element;
  Word expected, found;
};
std::optional<Wrong> first_wrong(ConstBytes data, Parcel parcel);
std::optional<Wrong> first_wrong_byte(ConstBytes data, std::byte value);
/// A block from each sender, all for `receiver`.
std::optional<Wrong> first_wrong_from_all(ConstBytes data, int receiver, int round);
/// One word of such blocks.
std::optional<Wrong> wrong_word_from_all(ConstBytes data, std::size_t word, int receiver,
                                         int round);

/// Ends all ranks, with a line, if something is wrong.
void demand(const std::optional<Wrong>& wrong);
void require(bool right, const char* what);
void check(ConstBytes data, Parcel parcel);
/// What all ranks sent to this one.
void check_from_all(ConstBytes data, int round);
/// Now, when what is in flight may have arrived, and when it has for sure.
void check_kept(ConstBytes data, std::byte value);

void begin_way(const char* name);
void end_way();

int late_rank(int round);
void be_late(int round);
/// Collectives that one rank enters late: at the others the data are in flight behind the call.
void late_alltoall(const void* send, void* receive, std::size_t bytes_each, int round,
                   MPI_Comm communicator = MPI_COMM_WORLD);
void late_allgather(const void* send, void* receive, std::size_t bytes_each, int round);
/// The root is who is late.
void late_bcast(void* data, std::size_t bytes, int round);
/// Of what this parcel tells.
void bcast_from_late(Bytes data, int round);
Parcel parcel_of_late(int round);

/// Filled buffers, and a late alltoall between them.
struct Exchange {
  explicit Exchange(std::size_t bytes_each, int round);
  void check() const { check_from_all(receive, round); }

  int round;
  Buffer send, receive;
};

/// Pages of the process's own, given back at the end. They may move or go before.
class Mapping {
 public:
  explicit Mapping(std::size_t bytes);
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() { unmap(); }

  Bytes bytes() const { return bytes_; }
  void unmap();
  /// They lie there now.
  void moved(void* start, std::size_t bytes) { bytes_ = {static_cast<std::byte*>(start), bytes}; }

 private:
  Bytes bytes_;
};

}  // namespace buffer_reuse
