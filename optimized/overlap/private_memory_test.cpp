#include "optimized/overlap/private_memory.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <future>
#include <memory>
#include <thread>

#include "optimized/overlap/test_memory.hpp"
#include "optimized/overlap/thread_stacks.hpp"

namespace tutti::overlap {
namespace {

constexpr std::size_t some_bytes = 1 << 16;

std::array<std::byte, some_bytes> static_memory;

template <class Memory>
Pages pages_of(Memory& memory) {
  return whole_pages(memory.data(), memory.data() + memory.size());
}

bool stack_is_private() {
  std::array<std::byte, some_bytes> on_stack;
  return is_private_memory(pages_of(on_stack));
}

TEST(PrivateMemory, IsWhatProgramsAllocate) {
  std::vector<std::byte> small(some_bytes), large(1 << 24);
  const TestMemory mapped(3);
  EXPECT_TRUE(is_private_memory(pages_of(small)));
  EXPECT_TRUE(is_private_memory(pages_of(large)));
  EXPECT_TRUE(is_private_memory(pages_of(static_memory)));
  EXPECT_TRUE(is_private_memory(mapped.pages()));
}

TEST(PrivateMemory, IsNoStack) {
  EXPECT_FALSE(stack_is_private());
  EXPECT_FALSE(std::async(std::launch::async, stack_is_private).get());
}

TEST(PrivateMemory, IsNoStackOfAnotherThread) {
  std::promise<Pages> lent;
  std::promise<void> returned;
  std::thread lender([&] {
    record_own_stack();
    std::array<std::byte, some_bytes> on_stack;
    lent.set_value(pages_of(on_stack));
    returned.get_future().wait();
  });
  EXPECT_FALSE(is_private_memory(lent.get_future().get()));
  returned.set_value();
  lender.join();
}

TEST(PrivateMemory, IsNoStackOfThreadsThatEnded) {
  TestMemory memory(512);  // with room for what sanitizers keep on each stack
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, memory.begin(), memory.pages().bytes());
  const auto run = [](void* pages) -> void* {
    record_own_stack();
    return is_private_memory(*static_cast<Pages*>(pages)) ? pages : nullptr;
  };
  pthread_t thread{};
  Pages on_stack = memory.part(0, 1);
  ASSERT_EQ(pthread_create(&thread, &attributes, run, &on_stack), 0);
  void* private_pages = nullptr;
  pthread_join(thread, &private_pages);
  pthread_attr_destroy(&attributes);
  EXPECT_EQ(private_pages, nullptr);
  EXPECT_TRUE(is_private_memory(on_stack));
}

TEST(PrivateMemory, IsNeitherSharedNorOfAFile) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  ASSERT_TRUE(file);
  ASSERT_EQ(ftruncate(fileno(file.get()), some_bytes), 0);
  const int access = PROT_READ | PROT_WRITE;
  const TestMemory of_file(2, MAP_PRIVATE, access, fileno(file.get()));
  const TestMemory shared_file(2, MAP_SHARED, access, fileno(file.get()));
  const TestMemory shared(2, MAP_SHARED | MAP_ANONYMOUS);
  EXPECT_FALSE(is_private_memory(of_file.pages()));
  EXPECT_FALSE(is_private_memory(shared_file.pages()));
  EXPECT_FALSE(is_private_memory(shared.pages()));
}

TEST(PrivateMemory, CanBeReadAndWrittenAndHasNoHoles) {
  const TestMemory memory(6);
  const auto found = private_mappings(memory.part(1, 5));
  ASSERT_EQ(found, std::vector{memory.part(1, 5)});
  ASSERT_EQ(mprotect(&memory.page(3), page_bytes(), PROT_READ), 0);
  forget_private_memory();
  EXPECT_FALSE(is_private_memory(memory.part(1, 5)));
  EXPECT_TRUE(is_private_memory(memory.part(0, 3)));
  munmap(&memory.page(1), page_bytes());
  forget_private_memory();
  EXPECT_FALSE(is_private_memory(memory.part(0, 3)));
  EXPECT_FALSE(is_private_memory({}));
}

TEST(PrivateMemory, IsRememberedUntilMemoryIsUnmapped) {
  const TestMemory memory(4);
  ASSERT_TRUE(is_private_memory(memory.pages()));
  ASSERT_EQ(mprotect(memory.begin(), page_bytes(), PROT_READ), 0);
  EXPECT_TRUE(is_private_memory(memory.pages()));
  forget_private_memory();
  EXPECT_FALSE(is_private_memory(memory.pages()));
  ASSERT_EQ(mprotect(memory.begin(), page_bytes(), PROT_READ | PROT_WRITE), 0);
  EXPECT_FALSE(is_private_memory(memory.pages()));
  forget_private_memory();
  EXPECT_TRUE(is_private_memory(memory.pages()));
}

TEST(PrivateMemory, MayLieInSeveralMappings) {
  const TestMemory memory(6);
  ASSERT_EQ(madvise(&memory.page(2), 2 * page_bytes(), MADV_DONTDUMP), 0);
  EXPECT_EQ(private_mappings(memory.part(1, 4)),
            (std::vector{memory.part(1, 1), memory.part(2, 2), memory.part(4, 1)}));
}

}  // namespace
}  // namespace tutti::overlap
