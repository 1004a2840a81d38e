// Cases in which MPI writes the receive buffer to a file, or reads a file into it, directly after
// the collective.
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "preload/overlap_tests/late_message.hpp"
#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

static constexpr std::byte kOwn{0x5A};

/// A file of this rank alone, deleted when it is closed.
class OwnFile {
 public:
  OwnFile() {
    std::string name = "/tmp/tutti_XXXXXX";
    const int descriptor = mkstemp(name.data());
    require(descriptor >= 0, "no file");
    close(descriptor);
    MPI_File_open(MPI_COMM_SELF, name.c_str(), MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &handle_);
  }
  OwnFile(const OwnFile&) = delete;
  OwnFile& operator=(const OwnFile&) = delete;
  ~OwnFile() { MPI_File_close(&handle_); }

  MPI_File handle() const { return handle_; }

 private:
  MPI_File handle_ = MPI_FILE_NULL;
};

template <class Write>
static void write(int round, const Write& write_at_start) {
  const OwnFile file;
  const LateMessageExchange held_up(round);
  write_at_start(file.handle(), ConstBytes(held_up.receive));
  Buffer written(held_up.receive.size());
  MPI_File_read_at(file.handle(), 0, written.data(), count_of(written), MPI_BYTE,
                   MPI_STATUS_IGNORE);
  check_from_all(written, round);
  check_from_all(held_up.receive, round);
}

static void write_at(int round) {
  write(round, [](MPI_File file, ConstBytes data) {
    MPI_File_write_at(file, 0, data.data(), count_of(data), MPI_BYTE, MPI_STATUS_IGNORE);
  });
}

static void write_together(int round) {
  write(round, [](MPI_File file, ConstBytes data) {
    MPI_File_write_all(file, data.data(), count_of(data), MPI_BYTE, MPI_STATUS_IGNORE);
  });
}

static void start_writing(int round) {
  write(round, [](MPI_File file, ConstBytes data) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_File_iwrite_at(file, 0, data.data(), count_of(data), MPI_BYTE, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  });
}

static void read_over(int round) {
  const OwnFile file;
  const Buffer own(world_bytes(kBlock), kOwn);
  MPI_File_write_at(file.handle(), 0, own.data(), count_of(own), MPI_BYTE, MPI_STATUS_IGNORE);
  LateMessageExchange held_up(round);
  const Bytes receive = held_up.receive;
  MPI_File_read_at(file.handle(), 0, receive.data(), count_of(receive), MPI_BYTE,
                   MPI_STATUS_IGNORE);
  check_kept(receive, kOwn);
}

std::span<const TestCase> file_cases() {
  static constexpr TestCase test_cases[] = {
      {"written_by_mpi", write_at},
      {"written_by_mpi_together", write_together},
      {"written_by_mpi_without_blocking", start_writing},
      {"read_over_by_mpi", read_over},
  };
  return test_cases;
}

}  // namespace overlap_tests
