#include "optimized/fabric/port.hpp"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <string_view>

#include "contract/comm_attribute.hpp"
#include "optimized/fabric/registration_cache.hpp"

namespace tutti::fabric {
namespace {

constexpr std::size_t header_bytes = 8;

struct Waited final : Completion {
  void complete() override { done = true; }
  void fail(const std::string& reason) override { FAIL() << reason; }
  bool done = false;
};

/// The messages that arrived, in order.
struct Inbox {
  static void arrived(void* inbox, Bytes header, Payload& payload) {
    auto& self = *static_cast<Inbox*>(inbox);
    self.headers.emplace_back(header.begin(), header.end());
    self.data.push_back(payload.keep());
  }
  std::vector<std::vector<std::byte>> headers;
  std::vector<Kept> data;
};

/// Two ranks, each with its port and its connection to the other.
class PortTest : public testing::Test {
 protected:
  PortTest() {
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    peers_ = port_.join(comm_.handle());
    port_.on_arrival({.arrived = Inbox::arrived, .context = &inbox_, .header_bytes = header_bytes});
  }
  ~PortTest() override {
    PMPI_Barrier(MPI_COMM_WORLD);
    port_.leave(comm_.handle());
  }

  Peer& other() { return *peers_[static_cast<std::size_t>(rank_ ^ 1)]; }
  template <class Condition>
  void until(Condition condition) {
    while (!condition()) port_.progress();
  }
  /// Makes progress until both ranks are here.
  void meet() {
    MPI_Request request = MPI_REQUEST_NULL;
    PMPI_Ibarrier(MPI_COMM_WORLD, &request);
    until([&] {
      int there = 0;
      PMPI_Test(&request, &there, MPI_STATUS_IGNORE);
      return there != 0;
    });
  }
  /// Calls use(key, address, completion) for memory of the other rank, which does the same.
  template <class Use>
  void reach_other(std::vector<std::byte>& memory, Use use) {
    RegistrationCache cache(port_);
    const auto& entry = cache.cover(memory.data(), memory.size());
    const auto key = entry.registration->key();
    struct {
      std::uint64_t address, bytes;
      std::byte key[key_bytes_max];
    } own{reinterpret_cast<std::uintptr_t>(memory.data()), key.size(), {}}, theirs;
    std::ranges::copy(key, own.key);
    PMPI_Sendrecv(&own, sizeof own, MPI_BYTE, rank_ ^ 1, 0, &theirs, sizeof theirs, MPI_BYTE,
                  rank_ ^ 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const auto opened = port_.open(other(), {theirs.key, theirs.bytes});
    Waited waited;
    if (!use(*opened, theirs.address, waited)) until([&] { return waited.done; });
    meet();
  }
  void put_and_get() {
    constexpr std::size_t length = 300'001;
    auto mine = pattern(length, rank_);
    std::vector<std::byte> written(length), fetched(length);
    reach_other(written, [&](const RemoteKey& key, std::uint64_t address, Waited& waited) {
      return port_.put(other(), mine, key, address, waited);
    });
    reach_other(mine, [&](const RemoteKey& key, std::uint64_t address, Waited& waited) {
      return port_.get(other(), fetched, key, address, waited);
    });
    EXPECT_EQ(written, pattern(length, rank_ ^ 1));
    EXPECT_EQ(fetched, pattern(length, rank_ ^ 1));
  }
  std::vector<std::byte> pattern(std::size_t length, int seed) {
    std::vector<std::byte> bytes(length);
    for (std::size_t i = 0; i < length; ++i)
      bytes[i] = static_cast<std::byte>(i * 7 + i / 256 + static_cast<std::size_t>(seed));
    return bytes;
  }

  int rank_ = 0;
  PrivateComm comm_{MPI_COMM_WORLD};
  std::shared_ptr<Port> held_ = port();
  Port& port_ = *held_;
  std::vector<Peer*> peers_;
  Inbox inbox_;
};

TEST_F(PortTest, DeliversActiveMessagesInOrderAndLetsThemBeKept) {
  constexpr int messages = 300;
  std::vector<Waited> sent(messages);
  std::vector<std::vector<std::byte>> headers, data;
  for (int i = 0; i < messages; ++i) {
    headers.push_back(pattern(header_bytes, i));
    data.push_back(pattern(static_cast<std::size_t>(i * 27) % port_.segment_bytes_max(), i));
  }
  for (std::size_t i = 0; i < messages; ++i)
    if (port_.send(other(), headers[i], data[i], sent[i])) sent[i].done = true;
  until([&] { return inbox_.data.size() == messages; });
  until([&] { return std::ranges::all_of(sent, &Waited::done); });
  for (std::size_t i = 0; i < messages; ++i) {
    EXPECT_EQ(inbox_.headers[i], headers[i]);
    EXPECT_TRUE(std::ranges::equal(inbox_.data[i].bytes(), data[i])) << i;
  }
}

TEST_F(PortTest, PutsAndGetsReachTheMemoryThatAKeyOpens) { put_and_get(); }

/// A port that is not notified of unmapped memory must not keep any registration. Without its own
/// hooks UCX is notified by Open MPI from 6.0 on.
TEST_F(PortTest, RegistersMemoryOnceAndForgetsItWhenItIsUnmapped) {
  const char* const hooks = std::getenv("UCX_MEM_MMAP_HOOK_MODE");
  const bool is_surely_told = !hooks || std::string_view(hooks) != "none";
  constexpr std::size_t length = 1 << 20;
  const auto map = [&](void* where, int flags) {
    return static_cast<std::byte*>(
        mmap(where, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0));
  };
  RegistrationCache cache(port_);
  auto* const memory = map(nullptr, 0);
  const auto first = cache.cover(memory + 100, 5000).number;
  const bool is_kept = cache.cover(memory + 200, 4000).number == first;
  EXPECT_TRUE(is_kept || !is_surely_told);
  EXPECT_NE(cache.cover(memory + 200, 500'000).number, first);
  munmap(memory, length);
  EXPECT_EQ(map(memory, MAP_FIXED), memory);
  EXPECT_GT(cache.cover(memory + 200, 4000).number, first + 1);
  munmap(memory, length);
}

bool may_share_memory() {
  const char* const transports = std::getenv("UCX_TLS");
  return !transports || std::string_view(transports) != "tcp,self";
}

/// Forbids this process to copy from and to other processes. `refusal` is what happens when it
/// tries.
void refuse_copies(unsigned refusal) {
  std::vector<sock_filter> filter{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                                  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 1, 0),
                                  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_writev, 0, 1),
                                  BPF_STMT(BPF_RET | BPF_K, refusal),
                                  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const sock_fprog program{.len = static_cast<unsigned short>(filter.size()),
                           .filter = filter.data()};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    std::abort();
}

/// Refuses copies, as many containers do, before MPI and UCX check what the kernel allows.
[[gnu::constructor]] void refuse_copies_from_the_start() {
  if (std::getenv("TEST_REFUSES_COPIES")) refuse_copies(SECCOMP_RET_ERRNO | EPERM);
}

/// Must be the last test that copies: the kernel does not undo the refusal.
TEST_F(PortTest, PutsAndGetsCopyNothingWhereAllGoesOverTheNetwork) {
  if (!may_share_memory()) refuse_copies(SECCOMP_RET_KILL_PROCESS);
  put_and_get();
}

TEST(Kernel, RefusesCopiesWhereItIsToldSo) {
  char from = 1, to = 0;
  const iovec source{&from, 1}, target{&to, 1};
  if (!may_share_memory()) return;  // a copy would end this process
  EXPECT_EQ(process_vm_readv(getpid(), &target, 1, &source, 1, 0),
            std::getenv("TEST_REFUSES_COPIES") ? -1 : 1);
}

}  // namespace
}  // namespace tutti::fabric
