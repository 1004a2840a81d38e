#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace tutti {

/// One end of a connection (Unix domain socket) between two processes of this host, which carries
/// whole texts. Both run as the same user.
class Channel {
 public:
  /// Connects to a listening socket. Throws CannotRun if there is none of this user at the path.
  static Channel connect_to(const std::string& path);

  explicit Channel(int socket) : socket_(socket) {}
  ~Channel();
  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&& other) noexcept;

  /// Sends a text, which is lost if the other end is closed.
  void send(std::string_view text);
  /// Returns the next text; nothing if the other end is closed, sends something else (a text of more
  /// than 64 MiB), or if none comes within `longest`.
  /// Waits without limit if no `longest` is given.
  std::optional<std::string> receive(std::optional<std::chrono::milliseconds> longest = {});

 private:
  int socket_;
};

/// A socket that processes of this host can connect to, at a path or at an abstract name, which
/// begins with '@'.
class ListeningSocket {
 public:
  /// Throws CannotRun if no socket can be made at the path.
  explicit ListeningSocket(const std::string& path);
  ~ListeningSocket();
  ListeningSocket(const ListeningSocket&) = delete;
  ListeningSocket& operator=(const ListeningSocket&) = delete;

  /// Accepts the next connection; returns nothing if none comes within `longest`, or if another user
  /// made it.
  std::optional<Channel> accept(std::chrono::milliseconds longest);

 private:
  int socket_;
};

}  // namespace tutti
