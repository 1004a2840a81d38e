/// Benchmark for the claim that guarding memory costs little compared with the message that the
/// program waits for: the time to protect memory and to make it accessible again, and that of the
/// kernel's own ways to fill a missing page.
/// Source: T-NBC, Figure 5.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>

#include "optimized/overlap/guard.hpp"
#include "optimized/overlap/remap_pages.hpp"

namespace tutti::overlap {
namespace {

/// Memory whose pages are all present.
class Memory {
 public:
  explicit Memory(std::size_t bytes) : bytes_(bytes) {
    address_ = static_cast<std::byte*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0));
  }
  ~Memory() { munmap(address_, bytes_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  bool is_there() const { return address_ != MAP_FAILED; }
  std::byte* get() const { return address_; }
  Pages pages() const { return {address_, address_ + bytes_}; }
  void forget_contents() const { madvise(address_, bytes_, MADV_DONTNEED); }

 private:
  std::size_t bytes_;
  std::byte* address_;
};

std::size_t bytes_of(const benchmark::State& state) {
  return static_cast<std::size_t>(state.range(0));
}

void protect_and_allow(benchmark::State& state) {
  const Memory memory(bytes_of(state));
  if (!memory.is_there()) return state.SkipWithError("no memory");
  for (auto _ : state) {
    mprotect(memory.get(), bytes_of(state), PROT_NONE);
    mprotect(memory.get(), bytes_of(state), PROT_READ | PROT_WRITE);
  }
}

std::byte* faulting = nullptr;

void allow(int) { mprotect(faulting, page_bytes(), PROT_READ | PROT_WRITE); }

/// Times a fault, from the access to the handler and back, with the calls of mprotect() that it
/// takes.
void fault(benchmark::State& state) {
  const Memory memory(page_bytes());
  if (!memory.is_there()) return state.SkipWithError("no memory");
  faulting = memory.get();
  const auto before = std::signal(SIGSEGV, allow);
  for (auto _ : state) {
    mprotect(faulting, page_bytes(), PROT_NONE);
    *const_cast<volatile std::byte*>(faulting) = std::byte{1};
  }
  std::signal(SIGSEGV, before);
}

void close_and_open(benchmark::State& state, GuardKind kind) {
  const auto guard = Guard::make(kind);
  if (!guard) return state.SkipWithError("this machine has no such guard");
  const Memory memory(bytes_of(state));
  if (!memory.is_there()) return state.SkipWithError("no memory");
  for (auto _ : state) {
    const auto closed = guard->protect(memory.pages());
    if (!closed) return state.SkipWithError("it cannot be closed");
  }
}

/// The argument of UFFDIO_MOVE of Linux 6.8, which older headers do not have.
struct uffdio_move {
  __u64 dst, src, len, mode;
  __s64 move;
};
constexpr unsigned long move_request = _IOWR(UFFDIO, 0x05, uffdio_move);
constexpr __u64 move_feature = 1 << 16;

/// A userfaultfd for missing pages, which only this program's own calls fill.
class Userfaultfd {
 public:
  explicit Userfaultfd(__u64 features = 0)
      : file_(static_cast<int>(syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK))) {
    uffdio_api api{.api = UFFD_API, .features = features, .ioctls = 0};
    works_ = file_ >= 0 && ioctl(file_, UFFDIO_API, &api) == 0;
  }
  ~Userfaultfd() {
    if (file_ >= 0) ::close(file_);
  }
  Userfaultfd(const Userfaultfd&) = delete;
  Userfaultfd& operator=(const Userfaultfd&) = delete;

  explicit operator bool() const { return works_; }
  int file() const { return file_; }
  bool watches(Pages pages) const {
    uffdio_register range{.range = {reinterpret_cast<std::uintptr_t>(pages.begin), pages.bytes()},
                          .mode = UFFDIO_REGISTER_MODE_MISSING,
                          .ioctls = 0};
    return works_ && ioctl(file_, UFFDIO_REGISTER, &range) == 0;
  }

 private:
  int file_;
  bool works_ = false;
};

void copy_into_missing_pages(benchmark::State& state) {
  const Memory source(bytes_of(state)), target(bytes_of(state));
  if (!source.is_there() || !target.is_there()) return state.SkipWithError("no memory");
  const Userfaultfd faults;
  if (!faults.watches(target.pages())) return state.SkipWithError("userfaultfd is refused");
  for (auto _ : state) {
    state.PauseTiming();
    target.forget_contents();
    state.ResumeTiming();
    uffdio_copy copy{.dst = reinterpret_cast<std::uintptr_t>(target.get()),
                     .src = reinterpret_cast<std::uintptr_t>(source.get()),
                     .len = bytes_of(state),
                     .mode = 0,
                     .copy = 0};
    if (ioctl(faults.file(), UFFDIO_COPY, &copy) != 0)
      return state.SkipWithError("UFFDIO_COPY failed");
  }
}

/// Times one move of pages. Moves them there and back in turn, so that nothing has to be filled in
/// between.
template <class Move>
void move(benchmark::State& state, const Memory& here, const Memory& there, Move move_to) {
  there.forget_contents();
  while (state.KeepRunningBatch(2))
    if (!move_to(here.pages(), there.get()) || !move_to(there.pages(), here.get()))
      return state.SkipWithError("the pages cannot be moved");
}

void move_into_missing_pages(benchmark::State& state) {
  const Memory here(bytes_of(state)), there(bytes_of(state));
  if (!here.is_there() || !there.is_there()) return state.SkipWithError("no memory");
  const Userfaultfd faults(move_feature);
  if (!faults.watches(here.pages()) || !faults.watches(there.pages()))
    return state.SkipWithError("userfaultfd is refused");
  move(state, here, there, [&](Pages pages, std::byte* target) {
    uffdio_move move{.dst = reinterpret_cast<std::uintptr_t>(target),
                     .src = reinterpret_cast<std::uintptr_t>(pages.begin),
                     .len = pages.bytes(),
                     .mode = 0,
                     .move = 0};
    return ioctl(faults.file(), move_request, &move) == 0;
  });
}

/// Times moves of pages as the guards make them.
void remap_into_missing_pages(benchmark::State& state) {
  const Memory here(bytes_of(state)), there(bytes_of(state));
  if (!here.is_there() || !there.is_there()) return state.SkipWithError("no memory");
  move(state, here, there, move_pages);
}

/// Times the copy that a call makes of the data that it sends.
void copy(benchmark::State& state) {
  const Memory source(bytes_of(state)), target(bytes_of(state));
  if (!source.is_there() || !target.is_there()) return state.SkipWithError("no memory");
  for (auto _ : state) {
    std::memcpy(target.get(), source.get(), bytes_of(state));
    benchmark::ClobberMemory();
  }
}

constexpr std::int64_t least = 4096, most = 16 << 20;

/// The unit of the times of messages, with which these times are compared.
constexpr auto unit = benchmark::kMicrosecond;

BENCHMARK(fault)->Unit(unit);
BENCHMARK(protect_and_allow)->RangeMultiplier(4)->Range(least, most)->Unit(unit);
BENCHMARK_CAPTURE(close_and_open, userfaultfd, GuardKind::userfaultfd)
    ->RangeMultiplier(4)
    ->Range(least, most)
    ->Unit(unit);
BENCHMARK_CAPTURE(close_and_open, mprotect, GuardKind::mprotect)
    ->RangeMultiplier(4)
    ->Range(least, most)
    ->Unit(unit);
BENCHMARK(copy_into_missing_pages)->RangeMultiplier(4)->Range(least, most)->Unit(unit);
BENCHMARK(remap_into_missing_pages)->RangeMultiplier(4)->Range(least, most)->Unit(unit);
BENCHMARK(copy)->RangeMultiplier(4)->Range(least, most)->Unit(unit);

/// Registers the benchmark of UFFDIO_MOVE; complains if the kernel does not have it.
void register_move() {
  if (Userfaultfd(move_feature))
    benchmark::RegisterBenchmark("move_into_missing_pages", move_into_missing_pages)
        ->RangeMultiplier(4)
        ->Range(least, most)
        ->Unit(unit);
  else
    std::fputs(
        "page_protection_cost: move_into_missing_pages is left out: no UFFDIO_MOVE (Linux 6.8)\n",
        stderr);
}

}  // namespace
}  // namespace tutti::overlap

int main(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 1;
  tutti::overlap::register_move();
  benchmark::RunSpecifiedBenchmarks();
}
