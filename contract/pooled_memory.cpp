#include "contract/pooled_memory.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <new>
#include <vector>

#include "contract/thread_mutex.hpp"

namespace tutti {
namespace {

constexpr std::align_val_t alignment{64};
constexpr int classes = 48;

#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t kept_bytes_max = 0;  // so that the sanitizer detects use after free
#else
constexpr std::size_t kept_bytes_max = std::size_t{256} << 20;
#endif

constexpr std::size_t bytes_of_class(int size_class) { return std::size_t{64} << size_class; }

/// Returns the smallest size class that has room for this number of bytes.
int class_of(std::size_t bytes) {
  return std::bit_width((std::max<std::size_t>(bytes, 1) - 1) / 64);
}

/// The released blocks of memory, by size classes that are powers of two.
class Store {
 public:
  std::byte* take(int size_class) {
    {
      const std::scoped_lock lock(mutex_);
      auto& blocks = blocks_[static_cast<std::size_t>(size_class)];
      if (!blocks.empty()) {
        auto* const block = blocks.back();
        blocks.pop_back();
        kept_bytes_ -= bytes_of_class(size_class);
        return block;
      }
    }
    return static_cast<std::byte*>(::operator new(bytes_of_class(size_class), alignment));
  }

  void give_back(std::byte* block, int size_class) {
    {
      const std::scoped_lock lock(mutex_);
      if (kept_bytes_ + bytes_of_class(size_class) <= kept_bytes_max) {
        kept_bytes_ += bytes_of_class(size_class);
        blocks_[static_cast<std::size_t>(size_class)].push_back(block);
        return;
      }
    }
    ::operator delete(block, alignment);
  }

 private:
  ThreadMutex mutex_;
  std::array<std::vector<std::byte*>, classes> blocks_;
  std::size_t kept_bytes_ = 0;
};

/// Returns the store of the process. It is never destroyed, since objects that are destroyed at the
/// end of the process may still release memory.
Store& store() {
  static Store& all = *new Store;
  return all;
}

}  // namespace

PooledMemory::PooledMemory(std::size_t bytes) : size_class_(class_of(bytes)) {
  address_ = store().take(size_class_);
}

PooledMemory::~PooledMemory() {
  if (address_) store().give_back(address_, size_class_);
}

}  // namespace tutti
