#include "harness/runner/channel.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "contract/error.hpp"

namespace tutti {
namespace {

constexpr int forever = -1;
constexpr std::uint64_t text_bytes_max = std::uint64_t{1} << 26;

struct Address {
  sockaddr_un name{};
  socklen_t length = 0;

  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&name); }
};

Address address_of(const std::string& path) {
  Address address{.length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size())};
  address.name.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.name.sun_path)
    throw CannotRun(
        fmt::format("{}: too long for the name of a socket; expected fewer than {} "
                    "characters (TMPDIR may be too deep)",
                    path, sizeof address.name.sun_path));
  std::memcpy(address.name.sun_path, path.data(), path.size());
  if (path.starts_with('@')) address.name.sun_path[0] = '\0';
  return address;
}

int new_socket() {
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0) throw CannotRun("no socket can be made");
  return socket;
}

/// Returns whether the process at the other end runs as the same user. Abstract names have no owner
/// and no mode: any user of the host may listen on them, or connect to them.
bool belongs_to_this_user(int socket) {
  ucred peer{};
  socklen_t length = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 && peer.uid == geteuid();
}

bool comes_within(int socket, int milliseconds) {
  pollfd wait{socket, POLLIN, 0};
  return poll(&wait, 1, milliseconds) > 0;
}

bool read_all(int socket, void* into, std::size_t length) {
  if (length == 0) return true;  // a recv of 0 bytes would wait for the next text
  return ::recv(socket, into, length, MSG_WAITALL) == static_cast<ssize_t>(length);
}

void write_all(int socket, const char* from, std::size_t length) {
  while (length > 0) {
    const ssize_t written = ::send(socket, from, length, MSG_NOSIGNAL);
    if (written <= 0) return;
    from += written;
    length -= static_cast<std::size_t>(written);
  }
}

}  // namespace

Channel Channel::connect_to(const std::string& path) {
  Channel channel(new_socket());
  const auto address = address_of(path);
  if (connect(channel.socket_, address.get(), address.length) != 0)
    throw CannotRun(fmt::format("{}: nobody listens there", path));
  if (!belongs_to_this_user(channel.socket_))
    throw CannotRun(fmt::format("{}: another user listens there", path));
  return channel;
}

Channel::~Channel() {
  if (socket_ >= 0) close(socket_);
}
Channel::Channel(Channel&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
Channel& Channel::operator=(Channel&& other) noexcept {
  std::swap(socket_, other.socket_);
  return *this;
}

void Channel::send(std::string_view text) {
  const std::uint64_t length = text.size();
  write_all(socket_, reinterpret_cast<const char*>(&length), sizeof length);
  write_all(socket_, text.data(), text.size());
}

std::optional<std::string> Channel::receive(std::optional<std::chrono::milliseconds> longest) {
  std::uint64_t length = 0;
  if (!comes_within(socket_, longest ? static_cast<int>(longest->count()) : forever)) return {};
  if (!read_all(socket_, &length, sizeof length) || length > text_bytes_max) return {};
  std::string text(length, '\0');
  if (!read_all(socket_, text.data(), length)) return {};
  return text;
}

ListeningSocket::ListeningSocket(const std::string& path) : socket_(new_socket()) {
  const auto address = address_of(path);
  if (bind(socket_, address.get(), address.length) == 0 && listen(socket_, SOMAXCONN) == 0) return;
  close(socket_);
  throw CannotRun(fmt::format("{}: no socket can be made there", path));
}

ListeningSocket::~ListeningSocket() { close(socket_); }

std::optional<Channel> ListeningSocket::accept(std::chrono::milliseconds longest) {
  if (!comes_within(socket_, static_cast<int>(longest.count()))) return {};
  const int socket = accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
  if (socket < 0) return {};
  Channel channel(socket);
  if (!belongs_to_this_user(socket)) return {};
  return channel;
}

}  // namespace tutti
