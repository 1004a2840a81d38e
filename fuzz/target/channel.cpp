/// The bytes that arrive at a socket of `tutti verify` or `tutti serve`.
#include "harness/runner/channel.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <array>

#include "fuzz/target.hpp"

static void try_channel(std::string_view input) {
  using namespace tutti;
  constexpr std::size_t socket_holds = 64 * 1024;
  std::array<int, 2> ends{};
  fuzz::require(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0, "no sockets can be made");
  Channel channel(ends[0]);
  const auto sent = input.substr(0, socket_holds);
  fuzz::require(send(ends[1], sent.data(), sent.size(), 0) == static_cast<ssize_t>(sent.size()),
                "a socket holds less than expected");
  close(ends[1]);
  std::size_t received = 0;
  while (const auto text = channel.receive()) received += text->size() + sizeof(std::uint64_t);
  fuzz::require(received <= sent.size(), "more was received than sent");
}

FUZZ_TARGET(channel){try_channel};
