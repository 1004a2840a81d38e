#include "optimized/fabric/ring_buffer.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace tutti::fabric {
namespace {

std::vector<std::byte> pattern(std::size_t length, std::size_t number) {
  std::vector<std::byte> bytes(length);
  for (std::size_t i = 0; i < length; ++i) bytes[i] = static_cast<std::byte>(number * 31 + i);
  return bytes;
}

std::size_t length_of(std::size_t number) { return number * 2654435761u % (ring_record_max - 8); }

TEST(RingBuffer, TakesNoMoreThanItHasRoomFor) {
  const auto memory = std::make_unique<RingMemory>();
  RingWriter writer(*memory);
  const auto data = pattern(1000, 1);
  std::size_t written = 0;
  while (writer.write({}, data)) ++written;
  EXPECT_EQ(written, (RingMemory::capacity - RingMemory::line) / RingMemory::record_bytes(1000));
  RingReader reader(*memory);
  std::size_t seen = 0;
  while (reader.read([&](Bytes bytes) { EXPECT_TRUE(std::ranges::equal(bytes, data)); })) ++seen;
  EXPECT_EQ(seen, written);
  EXPECT_TRUE(writer.write({}, data));
}

TEST(RingBuffer, KeepsMessagesWholeAndInOrderWhileBothSidesRun) {
  constexpr std::size_t messages = 20'000;
  const auto memory = std::make_unique<RingMemory>();
  std::thread sender([&] {
    RingWriter writer(*memory);
    for (std::size_t i = 0; i < messages; ++i) {
      const auto header = pattern(8, i), data = pattern(length_of(i), i + 8);
      while (!writer.write(header, data)) std::this_thread::yield();
    }
  });
  RingReader reader(*memory);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < messages; ++i) {
    auto expected = pattern(8, i);
    const auto data = pattern(length_of(i), i + 8);
    expected.insert(expected.end(), data.begin(), data.end());
    while (!reader.read([&](Bytes bytes) { wrong += !std::ranges::equal(bytes, expected); }))
      std::this_thread::yield();
  }
  sender.join();
  EXPECT_EQ(wrong, 0u);
}

}  // namespace
}  // namespace tutti::fabric
