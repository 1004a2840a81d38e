// The kernel reads the receive buffer, or writes to it, in system calls of the program and of the C and
// C++ libraries.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include "optimized/interpose/hostile/ways.hpp"

namespace hostile {

static constexpr std::byte kOwn{0x5A};

/// Without a name: it goes with the process.
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

/// Calls until all bytes are through: a call may do a part.
template <class Call>
static void do_all(std::size_t bytes, const Call& call) {
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t more = call(done);
    require(more > 0, "a system call fails");
    done += static_cast<std::size_t>(more);
  }
}

/// What `write` brings to a file is what was received.
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
    do_all(data.size(), [&](std::size_t done) {
      return write(file.descriptor(), &data[done], data.size() - done);
    });
  });
}

static void pwrite_file(int round) {
  bring_to_file(round, [](const TemporaryFile& file, ConstBytes data) {
    do_all(data.size(), [&](std::size_t done) {
      return pwrite(file.descriptor(), &data[done], data.size() - done, static_cast<off_t>(done));
    });
  });
}

/// In the halves of what remains.
static void writev_file(int round) {
  bring_to_file(round, [](const TemporaryFile& file, ConstBytes data) {
    do_all(data.size(), [&](std::size_t done) {
      const auto rest = data.subspan(done), half = rest.subspan(rest.size() / 2);
      std::array parts = {
          iovec{const_cast<std::byte*>(rest.data()), rest.size() - half.size()},
          iovec{const_cast<std::byte*>(half.data()), half.size()},
      };
      return writev(file.descriptor(), parts.data(), static_cast<int>(parts.size()));
    });
  });
}

static void fwrite_file(int round) {
  bring_to_file(round, [](const TemporaryFile& file, ConstBytes data) {
    require(std::fwrite(data.data(), 1, data.size(), file.stream()) == data.size(), "fwrite fails");
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

/// A thread takes from the other end: nothing holds as much.
static void bring_through(std::array<int, 2> ends, int round,
                          const std::function<ssize_t(int, ConstBytes)>& bring) {
  Buffer taken(world_bytes(kBlock));
  std::thread taker([&taken, end = ends[0]] {
    do_all(taken.size(),
           [&](std::size_t done) { return read(end, &taken[done], taken.size() - done); });
  });
  const Exchange exchange(kBlock, round);
  const ConstBytes data(exchange.receive);
  do_all(data.size(), [&](std::size_t done) { return bring(ends[1], data.subspan(done)); });
  taker.join();
  for (const int end : ends) close(end);
  check_from_all(taken, round);
}

static void write_pipe(int round) {
  std::array<int, 2> ends{};
  require(pipe(ends.data()) == 0, "no pipe");
  bring_through(ends, round,
                [](int end, ConstBytes data) { return write(end, data.data(), data.size()); });
}

static void send_to_socket(int round) {
  std::array<int, 2> ends{};
  require(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0, "no sockets");
  bring_through(ends, round,
                [](int end, ConstBytes data) { return send(end, data.data(), data.size(), 0); });
}

static void send_message_to_socket(int round) {
  std::array<int, 2> ends{};
  require(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0, "no sockets");
  bring_through(ends, round, [](int end, ConstBytes data) {
    iovec part{const_cast<std::byte*>(data.data()), data.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    return sendmsg(end, &message, 0);
  });
}

/// What `read` takes from a file comes behind the collective's data, and stays.
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
    do_all(data.size(), [&](std::size_t done) {
      return read(file.descriptor(), &data[done], data.size() - done);
    });
  });
}

static void pread_file(int round) {
  take_from_file(round, [](const TemporaryFile& file, Bytes data) {
    do_all(data.size(), [&](std::size_t done) {
      return pread(file.descriptor(), &data[done], data.size() - done, static_cast<off_t>(done));
    });
  });
}

static void fread_file(int round) {
  take_from_file(round, [](const TemporaryFile& file, Bytes data) {
    std::rewind(file.stream());
    require(std::fread(data.data(), 1, data.size(), file.stream()) == data.size(), "fread fails");
  });
}

std::span<const Way> kernel_ways() {
  static constexpr Way ways[] = {
      {"written_to_file", write_file},
      {"written_to_file_at", pwrite_file},
      {"written_to_file_in_parts", writev_file},
      {"written_by_fwrite", fwrite_file},
      {"written_by_stream", stream_file},
      {"written_to_pipe", write_pipe},
      {"sent_to_socket", send_to_socket},
      {"sent_to_socket_as_message", send_message_to_socket},
      {"read_from_file", read_file},
      {"read_from_file_at", pread_file},
      {"read_by_fread", fread_file},
  };
  return ways;
}

}  // namespace hostile
