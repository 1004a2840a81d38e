#include "harness/platform/replace_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "contract/error.hpp"

namespace tutti {
namespace {

/// A new file beside the one that it is to replace. Its destructor removes it, unless it took the
/// other's place.
class NewFile {
 public:
  /// Makes a file of a name that nothing has, not even a symbolic link that somebody left there to
  /// be followed.
  explicit NewFile(const std::string& replaced) : replaced_(replaced) {
    constexpr int attempts = 100;
    for (int i = 0; i < attempts && descriptor_ < 0; ++i) {
      path_ = fmt::format("{}.{}-{}.new", replaced, getpid(), i);
      descriptor_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (descriptor_ < 0 && errno != EEXIST) fail();
    }
    if (descriptor_ < 0) fail();
  }
  ~NewFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!replaced_.empty()) unlink(path_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view text) {
    while (!text.empty()) {
      const auto written = ::write(descriptor_, text.data(), text.size());
      if (written < 0 && errno != EINTR) fail();
      if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  void take_place() {
    if (fsync(descriptor_) != 0 || close(std::exchange(descriptor_, -1)) != 0 ||
        std::rename(path_.c_str(), replaced_.c_str()) != 0)
      fail();
    replaced_.clear();
  }

 private:
  [[noreturn]] void fail() const {
    const int reason = errno;
    if (reason == ENOSPC || reason == EDQUOT || reason == EIO)
      throw CannotRun(fmt::format("{}: cannot be written: {}", replaced_, std::strerror(reason)));
    throw UsageError(fmt::format(
        "{}: cannot be written ({}); expected a file in a folder that exists and may be written to",
        replaced_, std::strerror(reason)));
  }

  std::string replaced_;  ///< empty once it is replaced
  std::string path_ = {};
  int descriptor_ = -1;
};

}  // namespace

void replace_file(const std::string& path, const std::string& text) {
  NewFile file(path);
  file.write(text);
  file.take_place();
}

}  // namespace tutti
