#include "harness/map/file_watch.hpp"

#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "contract/error.hpp"

namespace tutti {

FileWatch::FileWatch(const std::vector<std::string>& paths)
    : descriptor_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  for (const auto& path : paths) {
    const int watch = inotify_add_watch(descriptor_, path.c_str(), IN_CLOSE_NOWRITE);
    if (watch < 0) throw CannotRun(path + ": cannot be watched");
    watched_[watch] = path;
  }
}

FileWatch::~FileWatch() { close(descriptor_); }

std::map<std::string, int> FileWatch::new_readings() {
  std::map<std::string, int> readings;
  for (const auto& [watch, path] : watched_) readings[path] = 0;
  alignas(inotify_event) std::array<char, 4096> buffer;
  for (ssize_t count; (count = read(descriptor_, buffer.data(), buffer.size())) > 0;)
    for (ssize_t at = 0; at < count;) {
      inotify_event event;
      std::memcpy(&event, buffer.data() + at, sizeof(event));
      if (const auto found = watched_.find(event.wd); found != watched_.end())
        ++readings[found->second];
      at += static_cast<ssize_t>(sizeof(event) + event.len);
    }
  return readings;
}

}  // namespace tutti
