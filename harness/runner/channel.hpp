#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace tutti {

/// One end of a connection between two processes of this host, which carries whole texts.
class Channel {
 public:
  /// Throws CannotRun if nobody listens at the path.
  static Channel connect_to(const std::string& path);

  explicit Channel(int socket) : socket_(socket) {}
  ~Channel();
  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&& other) noexcept;

  /// A text to somebody who is gone is lost.
  void send(std::string_view text);
  /// The next text; nothing if the other end is gone, or if none comes for that long. No longest
  /// time: waits for as long as it takes.
  std::optional<std::string> receive(std::optional<std::chrono::milliseconds> longest = {});

 private:
  int socket_;
};

/// Where processes of this host can connect to: a path, or a name that begins with '@' and is in no
/// folder.
class ListeningSocket {
 public:
  /// Throws CannotRun if that cannot be done.
  explicit ListeningSocket(const std::string& path);
  ~ListeningSocket();
  ListeningSocket(const ListeningSocket&) = delete;
  ListeningSocket& operator=(const ListeningSocket&) = delete;

  /// The connection of the next who comes; nothing if nobody comes for that long.
  std::optional<Channel> admit(std::chrono::milliseconds longest);

 private:
  int socket_;
};

}  // namespace tutti
