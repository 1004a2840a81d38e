#include "preload/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <limits>

#include "contract/error.hpp"

namespace tutti::preload {
namespace {

/// An open file, which the destructor closes.
class OpenFile {
 public:
  /// Does not wait for a writer if the path is that of a pipe.
  explicit OpenFile(const std::string& path)
      : descriptor_(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {}
  ~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

/// Returns whether only those could write the file who could write the library, too.
bool is_as_safe_as(const struct stat& library, const struct stat& file) {
  const bool owned = file.st_uid == 0 || file.st_uid == library.st_uid || file.st_uid == geteuid();
  return owned && (file.st_mode & S_IWOTH) == 0;
}

}  // namespace

std::string input_file(const std::string& path, Writers writers, const std::string& library) {
  constexpr auto bytes_max = std::numeric_limits<int>::max() - 1;
  const OpenFile file(path);
  struct stat about {};
  if (file.get() < 0 || fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode))
    throw UsageError(path + ": cannot be read; expected a file");
  struct stat of_library {};
  if (writers == Writers::of_library &&
      (stat(library.c_str(), &of_library) != 0 || !is_as_safe_as(of_library, about)))
    throw UsageError(path +
                     ": others may have written it; expected a file of root, of the owner of the "
                     "library beside it, or of your own, that others may not write");
  if (about.st_size > bytes_max) throw UsageError(path + ": expected a file of less than 2 GiB");
  std::string text(static_cast<std::size_t>(about.st_size), '\0');
  std::size_t length = 0;
  while (length < text.size()) {
    const auto bytes = read(file.get(), text.data() + length, text.size() - length);
    if (bytes < 0) throw UsageError(path + ": cannot be read");
    if (bytes == 0) break;  // it became shorter meanwhile
    length += static_cast<std::size_t>(bytes);
  }
  text.resize(length);
  return text;
}

}  // namespace tutti::preload
