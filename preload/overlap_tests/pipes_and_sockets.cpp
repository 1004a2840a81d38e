// Cases in which the kernel reads or writes the receive buffer for another process or thread.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <thread>

#include "preload/overlap_tests/test_cases.hpp"
#include "preload/overlap_tests/transfer_all.hpp"

// Functions that programs call if they are compiled with _FORTIFY_SOURCE.
extern "C" {
ssize_t checked_recv(int socket, void* data, std::size_t bytes, std::size_t room,
                     int flags) asm("__recv_chk");
ssize_t checked_recvfrom(int socket, void* data, std::size_t bytes, std::size_t room, int flags,
                         sockaddr* from, socklen_t* from_bytes) asm("__recvfrom_chk");
}

namespace overlap_tests {

static constexpr std::byte kOwn{0x5A};

/// Sends the receive buffer through a pipe or a socket. A thread receives at the other end, since
/// neither holds as much.
static void bring_through(std::array<int, 2> ends, int round,
                          const std::function<ssize_t(int, ConstBytes)>& bring) {
  Buffer taken(world_bytes(kBlock));
  std::thread taker([&taken, end = ends[0]] {
    transfer_all(taken.size(),
                 [&](std::size_t done) { return read(end, &taken[done], taken.size() - done); });
  });
  const Exchange exchange(kBlock, round);
  const ConstBytes data(exchange.receive);
  transfer_all(data.size(), [&](std::size_t done) { return bring(ends[1], data.subspan(done)); });
  taker.join();
  for (const int end : ends) close(end);
  check_from_all(taken, round);
}

using Ends = std::array<int, 2>;

static Ends pipe_ends() {
  Ends ends{};
  require(pipe(ends.data()) == 0, "no pipe");
  return ends;
}

static Ends socket_ends() {
  Ends ends{};
  require(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0, "no sockets");
  return ends;
}

static iovec part_of(ConstBytes data) { return {const_cast<std::byte*>(data.data()), data.size()}; }

static void write_pipe(int round) {
  bring_through(pipe_ends(), round,
                [](int end, ConstBytes data) { return write(end, data.data(), data.size()); });
}

static void splice_to_pipe(int round) {
  bring_through(pipe_ends(), round, [](int end, ConstBytes data) {
    const iovec part = part_of(data);
    return vmsplice(end, &part, 1, 0);
  });
}

static void send_to_socket(int round) {
  bring_through(socket_ends(), round,
                [](int end, ConstBytes data) { return send(end, data.data(), data.size(), 0); });
}

static void send_to_named(int round) {
  bring_through(socket_ends(), round, [](int end, ConstBytes data) {
    return sendto(end, data.data(), data.size(), 0, nullptr, 0);
  });
}

static mmsghdr message_of(iovec& part) {
  mmsghdr message{};
  message.msg_hdr.msg_iov = &part;
  message.msg_hdr.msg_iovlen = 1;
  return message;
}

static void send_message_to_socket(int round) {
  bring_through(socket_ends(), round, [](int end, ConstBytes data) {
    iovec part = part_of(data);
    const mmsghdr message = message_of(part);
    return sendmsg(end, &message.msg_hdr, 0);
  });
}

static void send_messages_to_socket(int round) {
  bring_through(socket_ends(), round, [](int end, ConstBytes data) {
    iovec part = part_of(data);
    mmsghdr message = message_of(part);
    return sendmmsg(end, &message, 1, 0) == 1 ? static_cast<ssize_t>(message.msg_len) : -1;
  });
}

/// Receives from a socket into the receive buffer: what another thread sends must replace the
/// collective's data, and stay.
template <class Take>
static void take_from_socket(int round, const Take& take) {
  const Ends ends = socket_ends();
  const Buffer own(world_bytes(kBlock), kOwn);
  std::thread sender([&own, end = ends[1]] {
    transfer_all(own.size(),
                 [&](std::size_t done) { return write(end, &own[done], own.size() - done); });
  });
  Exchange exchange(kBlock, round);
  const Bytes data(exchange.receive);
  transfer_all(data.size(), [&](std::size_t done) { return take(ends[0], data.subspan(done)); });
  sender.join();
  for (const int end : ends) close(end);
  check_kept(data, kOwn);
}

static void receive_from_socket(int round) {
  take_from_socket(round,
                   [](int end, Bytes data) { return recv(end, data.data(), data.size(), 0); });
}

static void receive_checked(int round) {
  take_from_socket(round, [](int end, Bytes data) {
    return checked_recv(end, data.data(), data.size(), data.size(), 0);
  });
}

static void receive_from_named(int round) {
  take_from_socket(round, [](int end, Bytes data) {
    return recvfrom(end, data.data(), data.size(), 0, nullptr, nullptr);
  });
}

static void receive_from_named_checked(int round) {
  take_from_socket(round, [](int end, Bytes data) {
    return checked_recvfrom(end, data.data(), data.size(), data.size(), 0, nullptr, nullptr);
  });
}

static void receive_messages_from_socket(int round) {
  take_from_socket(round, [](int end, Bytes data) {
    iovec part = part_of(data);
    mmsghdr message = message_of(part);
    return recvmmsg(end, &message, 1, 0, nullptr) == 1 ? static_cast<ssize_t>(message.msg_len) : -1;
  });
}

/// Reads the buffer as a debugger would, directly after the collective.
static void copy_by_kernel(int round) {
  const Exchange exchange(kBlock, round);
  Buffer copy(exchange.receive.size());
  transfer_all(copy.size(), [&](std::size_t done) {
    const iovec from = part_of(ConstBytes(exchange.receive).subspan(done));
    const iovec to = part_of(ConstBytes(copy).subspan(done));
    return process_vm_readv(getpid(), &to, 1, &from, 1, 0);
  });
  check_from_all(copy, round);
}

static void overwrite_by_kernel(int round) {
  Exchange exchange(kBlock, round);
  const Buffer own(exchange.receive.size(), kOwn);
  transfer_all(own.size(), [&](std::size_t done) {
    const iovec from = part_of(ConstBytes(own).subspan(done));
    const iovec to = part_of(ConstBytes(exchange.receive).subspan(done));
    return process_vm_writev(getpid(), &from, 1, &to, 1, 0);
  });
  check_kept(exchange.receive, kOwn);
}

std::span<const TestCase> peer_cases() {
  static constexpr TestCase test_cases[] = {
      {"written_to_pipe", write_pipe},
      {"spliced_to_pipe", splice_to_pipe},
      {"sent_to_socket", send_to_socket},
      {"sent_to_socket_by_name", send_to_named},
      {"sent_to_socket_as_message", send_message_to_socket},
      {"sent_to_socket_as_messages", send_messages_to_socket},
      {"received_from_socket", receive_from_socket},
      {"received_from_socket_checked", receive_checked},
      {"received_from_socket_by_name", receive_from_named},
      {"received_from_socket_by_name_checked", receive_from_named_checked},
      {"received_from_socket_as_messages", receive_messages_from_socket},
      {"copied_by_kernel", copy_by_kernel},
      {"overwritten_by_kernel", overwrite_by_kernel},
  };
  return test_cases;
}

}  // namespace overlap_tests
