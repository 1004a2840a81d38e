// Cases in which the kernel reads or writes the receive buffer for files: in system calls of the
// program and of the C and C++ libraries.
#include <aio.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <string>

#include "preload/overlap_tests/test_cases.hpp"
#include "preload/overlap_tests/transfer_all.hpp"

// Functions that programs call if they are compiled with _FORTIFY_SOURCE.
extern "C" {
ssize_t checked_read(int file, void* data, std::size_t bytes, std::size_t room) asm("__read_chk");
ssize_t checked_pread(int file, void* data, std::size_t bytes, off64_t offset,
                      std::size_t room) asm("__pread64_chk");
std::size_t checked_fread(void* data, std::size_t room, std::size_t bytes, std::size_t count,
                          std::FILE* stream) asm("__fread_chk");
}

namespace overlap_tests {

static constexpr std::byte kOwn{0x5A};

/// A file without a name, which disappears with the process.
class TemporaryFile {
 public:
  TemporaryFile() : stream_(std::tmpfile()) { require(stream_ != nullptr, "no temporary file"); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::fclose(stream_); }

  std::FILE* stream() const { return stream_; }
  int descriptor() const { return fileno(stream_); }

  Buffer content(std::size_t bytes) const {
    Buffer data(bytes);
    require(pread(descriptor(), data.data(), bytes, 0) == static_cast<ssize_t>(bytes),
            "the file is too short");
    return data;
  }
  void fill_with_own(std::size_t bytes) const {
    const Buffer own(bytes, kOwn);
    require(pwrite(descriptor(), own.data(), bytes, 0) == static_cast<ssize_t>(bytes),
            "the file cannot be written");
  }

 private:
  std::FILE* stream_;
};

/// Calls write(), and requires that the file then holds what was received.
template <class Write>
static void bring_to_file(int round, const Write& write) {
  const TemporaryFile file;
  const Exchange exchange(kBlock, round);
  write(file, ConstBytes(exchange.receive));
  check_from_all(file.content(exchange.receive.size()), round);
  exchange.check();
}

static void write_file(int round) {
  bring_to_file(round, [](const TemporaryFile& file, ConstBytes data) {
    transfer_all(data.size(), [&](std::size_t done) {
      return write(file.descriptor(), &data[done], data.size() - done);
    });
  });
}

static void pwrite_file(int round) {
  bring_to_file(round, [](const TemporaryFile& file, ConstBytes data) {
    transfer_all(data.size(), [&](std::size_t done) {
      return pwrite(file.descriptor(), &data[done], data.size() - done, static_cast<off_t>(done));
    });
  });
}

static void pwrite64_file(int round) {
  bring_to_file(round, [](const TemporaryFile& file, ConstBytes data) {
    transfer_all(data.size(), [&](std::size_t done) {
      return pwrite64(file.descriptor(), &data[done], data.size() - done,
                      static_cast<off64_t>(done));
    });
  });
}

using Parts = std::array<iovec, 2>;

/// Returns the halves of what remains.
static Parts rest_of(ConstBytes data, std::size_t done) {
  const auto rest = data.subspan(done), half = rest.subspan(rest.size() / 2);
  return {iovec{const_cast<std::byte*>(rest.data()), rest.size() - half.size()},
          iovec{const_cast<std::byte*>(half.data()), half.size()}};
}

static void writev_file(int round) {
  bring_to_file(round, [](const TemporaryFile& file, ConstBytes data) {
    transfer_all(data.size(), [&](std::size_t done) {
      const Parts parts = rest_of(data, done);
      return writev(file.descriptor(), parts.data(), static_cast<int>(parts.size()));
    });
  });
}

static void pwritev_file(int round) {
  bring_to_file(round, [](const TemporaryFile& file, ConstBytes data) {
    transfer_all(data.size(), [&](std::size_t done) {
      const Parts parts = rest_of(data, done);
      return pwritev64v2(file.descriptor(), parts.data(), static_cast<int>(parts.size()),
                         static_cast<off64_t>(done), 0);
    });
  });
}

static aiocb request_of(const TemporaryFile& file, ConstBytes data) {
  aiocb request{};
  request.aio_fildes = file.descriptor();
  request.aio_buf = const_cast<std::byte*>(data.data());
  request.aio_nbytes = data.size();
  return request;
}

static void wait_for(aiocb& request) {
  const std::array<const aiocb*, 1> list{&request};
  while (aio_error(&request) == EINPROGRESS) aio_suspend(list.data(), 1, nullptr);
  require(aio_return(&request) == static_cast<ssize_t>(request.aio_nbytes), "a request fails");
}

static void aio_write_file(int round) {
  bring_to_file(round, [](const TemporaryFile& file, ConstBytes data) {
    aiocb request = request_of(file, data);
    require(aio_write(&request) == 0, "aio_write fails");
    wait_for(request);
  });
}

static void write_list(int round) {
  bring_to_file(round, [](const TemporaryFile& file, ConstBytes data) {
    aiocb request = request_of(file, data);
    request.aio_lio_opcode = LIO_WRITE;
    const std::array<aiocb*, 2> list{nullptr, &request};
    require(lio_listio(LIO_WAIT, list.data(), static_cast<int>(list.size()), nullptr) == 0,
            "lio_listio fails");
    wait_for(request);
  });
}

static void fwrite_file(int round) {
  bring_to_file(round, [](const TemporaryFile& file, ConstBytes data) {
    require(std::fwrite(data.data(), 1, data.size(), file.stream()) == data.size(), "fwrite fails");
    std::fflush(file.stream());
  });
}

static void fwrite_unlocked_file(int round) {
  bring_to_file(round, [](const TemporaryFile& file, ConstBytes data) {
    require(fwrite_unlocked(data.data(), 1, data.size(), file.stream()) == data.size(),
            "fwrite_unlocked fails");
    std::fflush(file.stream());
  });
}

static void stream_file(int round) {
  bring_to_file(round, [](const TemporaryFile& file, ConstBytes data) {
    std::ofstream stream("/proc/self/fd/" + std::to_string(file.descriptor()));
    stream.write(reinterpret_cast<const char*>(data.data()),
                 static_cast<std::streamsize>(data.size()));
    require(stream.flush().good(), "a stream fails");
  });
}

/// Calls read(), and requires that what it reads from the file replaces the collective's data, and
/// stays.
template <class Read>
static void take_from_file(int round, const Read& read) {
  const TemporaryFile file;
  file.fill_with_own(world_bytes(kBlock));
  Exchange exchange(kBlock, round);
  read(file, Bytes(exchange.receive));
  check_kept(exchange.receive, kOwn);
}

static void read_file(int round) {
  take_from_file(round, [](const TemporaryFile& file, Bytes data) {
    lseek(file.descriptor(), 0, SEEK_SET);
    transfer_all(data.size(), [&](std::size_t done) {
      return read(file.descriptor(), &data[done], data.size() - done);
    });
  });
}

static void pread_file(int round) {
  take_from_file(round, [](const TemporaryFile& file, Bytes data) {
    transfer_all(data.size(), [&](std::size_t done) {
      return pread(file.descriptor(), &data[done], data.size() - done, static_cast<off_t>(done));
    });
  });
}

static void checked_read_file(int round) {
  take_from_file(round, [](const TemporaryFile& file, Bytes data) {
    lseek(file.descriptor(), 0, SEEK_SET);
    transfer_all(data.size(), [&](std::size_t done) {
      const std::size_t rest = data.size() - done;
      return checked_read(file.descriptor(), &data[done], rest, rest);
    });
  });
}

static void checked_pread_file(int round) {
  take_from_file(round, [](const TemporaryFile& file, Bytes data) {
    transfer_all(data.size(), [&](std::size_t done) {
      const std::size_t rest = data.size() - done;
      return checked_pread(file.descriptor(), &data[done], rest, static_cast<off64_t>(done), rest);
    });
  });
}

static void preadv_file(int round) {
  take_from_file(round, [](const TemporaryFile& file, Bytes data) {
    transfer_all(data.size(), [&](std::size_t done) {
      const Parts parts = rest_of(data, done);
      return preadv64(file.descriptor(), parts.data(), static_cast<int>(parts.size()),
                      static_cast<off64_t>(done));
    });
  });
}

static void aio_read_file(int round) {
  take_from_file(round, [](const TemporaryFile& file, Bytes data) {
    aiocb request = request_of(file, data);
    require(aio_read(&request) == 0, "aio_read fails");
    wait_for(request);
  });
}

static void fread_file(int round) {
  take_from_file(round, [](const TemporaryFile& file, Bytes data) {
    std::rewind(file.stream());
    require(std::fread(data.data(), 1, data.size(), file.stream()) == data.size(), "fread fails");
  });
}

static void checked_fread_file(int round) {
  take_from_file(round, [](const TemporaryFile& file, Bytes data) {
    std::rewind(file.stream());
    require(checked_fread(data.data(), data.size(), 1, data.size(), file.stream()) == data.size(),
            "fread fails");
  });
}

static void fread_unlocked_file(int round) {
  take_from_file(round, [](const TemporaryFile& file, Bytes data) {
    std::rewind(file.stream());
    require(fread_unlocked(data.data(), 1, data.size(), file.stream()) == data.size(),
            "fread_unlocked fails");
  });
}

/// Requires that getrandom() does not fail in the buffer, and that what it writes stays.
static void take_random(int round) {
  Exchange exchange(kBlock, round);
  transfer_all(exchange.receive.size(), [&](std::size_t done) {
    return getrandom(&exchange.receive[done], exchange.receive.size() - done, 0);
  });
  const Buffer taken = exchange.receive;
  MPI_Barrier(MPI_COMM_WORLD);
  require(taken == exchange.receive, "what was taken is gone");
}

std::span<const TestCase> kernel_cases() {
  static constexpr TestCase test_cases[] = {
      {"written_to_file", write_file},
      {"written_to_file_at", pwrite_file},
      {"written_to_file_at_64", pwrite64_file},
      {"written_to_file_in_parts", writev_file},
      {"written_to_file_in_parts_at", pwritev_file},
      {"written_by_aio", aio_write_file},
      {"written_by_list", write_list},
      {"written_by_fwrite", fwrite_file},
      {"written_by_fwrite_unlocked", fwrite_unlocked_file},
      {"written_by_stream", stream_file},
      {"read_from_file", read_file},
      {"read_from_file_at", pread_file},
      {"read_from_file_checked", checked_read_file},
      {"read_from_file_at_checked", checked_pread_file},
      {"read_from_file_in_parts_at", preadv_file},
      {"read_by_aio", aio_read_file},
      {"read_by_fread", fread_file},
      {"read_by_fread_checked", checked_fread_file},
      {"read_by_fread_unlocked", fread_unlocked_file},
      {"taken_from_random", take_random},
  };
  return test_cases;
}

}  // namespace overlap_tests
