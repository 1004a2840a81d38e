#pragma once

#include <optional>
#include <string>

namespace tutti {

/// A TCP socket. The kernels of both ends ask each other every second whether they are there: after
/// six seconds without an answer, reading fails.
class WatchedConnection {
 public:
  explicit WatchedConnection(int socket);
  ~WatchedConnection();
  WatchedConnection(WatchedConnection&& other) noexcept;
  WatchedConnection& operator=(WatchedConnection&& other) noexcept;

  int descriptor() const { return socket_; }
  void send(const std::string& bytes) const;

  enum class State { open, silent, closed };
  /// Appends what has arrived, without waiting. Returns `closed` once the other process has ended,
  /// `silent` if its host does not answer.
  State receive(std::string& bytes) const;

 private:
  int socket_;
};

/// A socket that other hosts can connect to.
class WatchedListener {
 public:
  /// Throws CannotRun if no socket can be made.
  WatchedListener();
  ~WatchedListener();
  WatchedListener(const WatchedListener&) = delete;
  WatchedListener& operator=(const WatchedListener&) = delete;

  int descriptor() const { return socket_; }
  /// Returns where it listens, for connect_to(): the port and the addresses of this host.
  std::string place() const;
  std::optional<WatchedConnection> accept() const;

 private:
  int socket_;
};

/// Connects to a listener, by the first of its addresses that answers within seconds; returns
/// nothing if none does.
std::optional<WatchedConnection> connect_to(const std::string& place);

}  // namespace tutti
