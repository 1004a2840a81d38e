#include "harness/accept/watched_connection.hpp"

#include <arpa/inet.h>
#include <fmt/core.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <sstream>
#include <utility>

#include "contract/error.hpp"

namespace tutti {
namespace {

constexpr int idle_s = 2, between_questions_s = 1, questions = 4;  // six seconds in all
constexpr int longest_connect_ms = 2000;

void set_option(int socket, int level, int option, int value) {
  setsockopt(socket, level, option, &value, sizeof value);
}

int new_socket() {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket < 0) throw CannotRun("no TCP socket can be made");
  return socket;
}

/// Returns the addresses of this host; that of its loopback comes last.
std::vector<std::string> own_addresses() {
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return {};
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> owned(list, freeifaddrs);
  std::vector<std::string> addresses, loopback;
  for (const auto* one = list; one; one = one->ifa_next) {
    if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET || !(one->ifa_flags & IFF_UP))
      continue;
    const auto* address = reinterpret_cast<const sockaddr_in*>(one->ifa_addr);
    std::array<char, INET_ADDRSTRLEN> text{};
    inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size());
    (one->ifa_flags & IFF_LOOPBACK ? loopback : addresses).emplace_back(text.data());
  }
  addresses.insert(addresses.end(), loopback.begin(), loopback.end());
  return addresses;
}

bool connects(int socket, const sockaddr_in& address) {
  if (connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
    return true;
  if (errno != EINPROGRESS) return false;
  pollfd wait{socket, POLLOUT, 0};
  if (poll(&wait, 1, longest_connect_ms) <= 0) return false;
  int error = 0;
  socklen_t length = sizeof error;
  return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length) == 0 && error == 0;
}

}  // namespace

WatchedConnection::WatchedConnection(int socket) : socket_(socket) {
  set_option(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
  set_option(socket, IPPROTO_TCP, TCP_KEEPIDLE, idle_s);
  set_option(socket, IPPROTO_TCP, TCP_KEEPINTVL, between_questions_s);
  set_option(socket, IPPROTO_TCP, TCP_KEEPCNT, questions);
}

WatchedConnection::~WatchedConnection() {
  if (socket_ >= 0) close(socket_);
}
WatchedConnection::WatchedConnection(WatchedConnection&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)) {}
WatchedConnection& WatchedConnection::operator=(WatchedConnection&& other) noexcept {
  std::swap(socket_, other.socket_);
  return *this;
}

/// What the other end does not get, it does not need: it has ended, or will be told by its kernel.
void WatchedConnection::send(const std::string& bytes) const {
  [[maybe_unused]] const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

WatchedConnection::State WatchedConnection::receive(std::string& bytes) const {
  std::array<char, 256> buffer;
  for (;;) {
    const ssize_t length = recv(socket_, buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (length > 0)
      bytes.append(buffer.data(), static_cast<std::size_t>(length));
    else if (length < 0 && (errno == EAGAIN || errno == EINTR))
      return State::open;
    else
      return length < 0 && errno != ECONNRESET ? State::silent : State::closed;
  }
}

WatchedListener::WatchedListener() : socket_(new_socket()) {
  const sockaddr_in anywhere{.sin_family = AF_INET, .sin_port = 0, .sin_addr = {}, .sin_zero = {}};
  if (bind(socket_, reinterpret_cast<const sockaddr*>(&anywhere), sizeof anywhere) == 0 &&
      listen(socket_, SOMAXCONN) == 0)
    return;
  close(socket_);
  throw CannotRun("no TCP socket can listen");
}

WatchedListener::~WatchedListener() { close(socket_); }

std::string WatchedListener::place() const {
  sockaddr_in own{};
  socklen_t length = sizeof own;
  getsockname(socket_, reinterpret_cast<sockaddr*>(&own), &length);
  auto text = std::to_string(ntohs(own.sin_port));
  for (const auto& address : own_addresses()) text += ' ' + address;
  return text;
}

std::optional<WatchedConnection> WatchedListener::accept() const {
  const int socket = accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (socket < 0) return {};
  return WatchedConnection(socket);
}

std::optional<WatchedConnection> connect_to(const std::string& place) {
  std::istringstream words(place);
  in_port_t port = 0;
  words >> port;
  for (std::string address; words >> address;) {
    WatchedConnection connection(new_socket());
    sockaddr_in other{
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {}, .sin_zero = {}};
    if (inet_pton(AF_INET, address.c_str(), &other.sin_addr) == 1 &&
        connects(connection.descriptor(), other))
      return connection;
  }
  return {};
}

}  // namespace tutti
