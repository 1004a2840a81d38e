#include "harness/platform/shared_memory.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <utility>
#include <vector>

#include "contract/error.hpp"
#include "contract/host_info.hpp"

namespace tutti {
namespace {

using Name = std::array<char, 128>;

template <typename Text>
Name name_from(const Text& text) {
  Name name{};
  std::string_view(text).copy(name.data(), name.size() - 1);
  return name;
}

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  File(File&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  File& operator=(File&&) = delete;

  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

/// Creates a file of that size in shared memory. Returns it with its name, which the other ranks
/// need; both are empty if it cannot be created.
std::pair<File, Name> create(std::size_t bytes) {
  const auto name = name_from(fmt::format(
      "/tutti-{}-{}", getpid(), std::chrono::steady_clock::now().time_since_epoch().count()));
  File file(shm_open(name.data(), O_RDWR | O_CREAT | O_EXCL, 0600));
  if (file.get() >= 0 && posix_fallocate(file.get(), 0, static_cast<off_t>(bytes)) == 0)
    return {std::move(file), name};
  shm_unlink(name.data());
  return {File(-1), Name{}};
}

}  // namespace

Communicator ranks_of_this_host(MPI_Comm comm) {
  int rank = 0, ranks = 1;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &ranks);
  const Name own = name_from(shared_memory_id());
  std::vector<Name> all(static_cast<std::size_t>(ranks));
  PMPI_Allgather(own.data(), sizeof own, MPI_CHAR, all.data(), sizeof own, MPI_CHAR, comm);
  int first = 0;
  while (all[static_cast<std::size_t>(first)] != own) ++first;
  MPI_Comm host = MPI_COMM_NULL;
  PMPI_Comm_split(comm, first, rank, &host);
  return Communicator(host);
}

SharedMemory::SharedMemory(MPI_Comm host, std::size_t bytes_per_rank)
    : slot_bytes_(bytes_per_rank) {
  int rank = 0, ranks = 1;
  PMPI_Comm_rank(host, &rank);
  PMPI_Comm_size(host, &ranks);
  bytes_ = slot_bytes_ * static_cast<std::size_t>(ranks);
  auto [file, name] = rank == 0 ? create(bytes_) : std::pair{File(-1), Name{}};
  PMPI_Bcast(name.data(), sizeof name, MPI_CHAR, 0, host);
  const File opened(rank == 0 ? dup(file.get()) : shm_open(name.data(), O_RDWR, 0600));
  void* const mapped =
      opened.get() < 0 ? MAP_FAILED
                       : mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, opened.get(), 0);
  if (mapped != MAP_FAILED) begin_ = static_cast<std::byte*>(mapped);
  int mine = begin_ != nullptr, everybodys = 0;
  PMPI_Allreduce(&mine, &everybodys, 1, MPI_INT, MPI_MIN, host);
  if (rank == 0) shm_unlink(name.data());
  if (everybodys == 0) {
    if (begin_) munmap(begin_, bytes_);
    throw CannotRun(fmt::format("no {} bytes of shared memory in /dev/shm", bytes_));
  }
}

SharedMemory::~SharedMemory() { munmap(begin_, bytes_); }

}  // namespace tutti
