// Cases in which the receive buffer is accessed directly after the collective, in all orders, by
// instructions of the program and of the C library.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>

#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

static constexpr std::byte kOwn{0x5A};

static void check_words(const Exchange& exchange, std::span<const std::size_t> order) {
  for (const std::size_t word : order)
    demand(wrong_word_from_all(exchange.receive, word, rank(), exchange.round));
}

static std::vector<std::size_t> forward_order(const Exchange& exchange) {
  std::vector<std::size_t> order(exchange.receive.size() / sizeof(Word));
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

static void read_forward(int round) {
  const Exchange exchange(kLargeBlock, round);
  exchange.check();
}

static void read_backward(int round) {
  const Exchange exchange(kBlock, round);
  auto order = forward_order(exchange);
  std::ranges::reverse(order);
  check_words(exchange, order);
}

static void read_in_random_order(int round) {
  const Exchange exchange(kBlock, round);
  auto order = forward_order(exchange);
  std::mt19937 random(static_cast<unsigned>(round));
  std::ranges::shuffle(order, random);
  check_words(exchange, order);
}

/// Reads bytes of two pages by one instruction.
static void read_across_pages(int round) {
  const Exchange exchange(kBlock, round);
  const auto start = reinterpret_cast<std::uintptr_t>(exchange.receive.data());
  const std::size_t page = 4 * kKiB;
  for (std::size_t end = page - start % page; end + page < exchange.receive.size(); end += page) {
    std::uint64_t both = 0;
    std::memcpy(&both, &exchange.receive[end - 4], sizeof both);
    // The buffer is aligned to words.
    for (const std::size_t at : {end - 4, end})
      demand(wrong_word_from_all(exchange.receive, at / sizeof(Word), rank(), round));
    require(std::memcmp(&both, &exchange.receive[end - 4], sizeof both) == 0, "read two ways");
  }
}

/// Writes to the whole buffer: what the program writes must stay.
static void write_at_once(int round) {
  Exchange exchange(kBlock, round);
  fill_with(exchange.receive, kOwn);
  check_kept(exchange.receive, kOwn);
}

static void write_one_of_each_page(int round) {
  Exchange exchange(kBlock, round);
  const std::size_t step = 4 * kKiB;
  for (std::size_t at = 0; at < exchange.receive.size(); at += step)
    exchange.receive[at] ^= std::byte{0xFF};
  for (std::size_t at = 0; at < exchange.receive.size(); at += step)
    exchange.receive[at] ^= std::byte{0xFF};
  exchange.check();
}

static void write_every_second(int round) {
  Exchange exchange(kBlock, round);
  const Word own = 42;
  const std::size_t words = exchange.receive.size() / sizeof(Word);
  for (std::size_t word = 0; word < words; word += 2)
    std::memcpy(&exchange.receive[word * sizeof(Word)], &own, sizeof(Word));
  for (std::size_t word = 1; word < words; word += 2)
    demand(wrong_word_from_all(exchange.receive, word, rank(), round));
  for (std::size_t word = 0; word < words; word += 2)
    require(std::memcmp(&exchange.receive[word * sizeof(Word)], &own, sizeof(Word)) == 0,
            "what the program wrote is lost");
}

static void copy(int round) {
  const Exchange exchange(kLargeBlock, round);
  Buffer copied(exchange.receive.size());
  std::memcpy(copied.data(), exchange.receive.data(), copied.size());
  check_from_all(copied, round);
}

static void move_within(int round) {
  Exchange exchange(kBlock, round);
  const std::size_t rest = exchange.receive.size() - kBlock;
  std::memmove(exchange.receive.data(), &exchange.receive[kBlock], rest);
  for (int sender = 1; sender < ranks(); ++sender)
    check(
        ConstBytes(exchange.receive).subspan(static_cast<std::size_t>(sender - 1) * kBlock, kBlock),
        {sender, rank(), round});
}

static std::vector<Word> all_expected(int round, std::size_t words_each) {
  std::vector<Word> all;
  for (int sender = 0; sender < ranks(); ++sender)
    for (std::size_t word = 0; word < words_each; ++word)
      all.push_back(expected({sender, rank(), round}, word));
  return all;
}

static int order_of(const void* left, const void* right) {
  const Word a = *static_cast<const Word*>(left), b = *static_cast<const Word*>(right);
  return a < b ? -1 : a > b;
}

static void sort(int round) {
  auto right = all_expected(round, kBlock / sizeof(Word));
  std::ranges::sort(right);
  Exchange exchange(kBlock, round);
  std::qsort(exchange.receive.data(), right.size(), sizeof(Word), order_of);
  const auto* const sorted = reinterpret_cast<const Word*>(exchange.receive.data());
  for (std::size_t word = 0; word < right.size(); ++word)
    if (sorted[word] != right[word]) demand(Wrong{word, right[word], sorted[word]});
}

/// Searches for a byte that is only in the block that arrives last.
static void search(int round) {
  const int late = late_rank(round);
  Buffer send(world_bytes(kBlock), std::byte{0}), receive(send.size(), std::byte{0});
  if (rank() == late)
    for (std::size_t end = kBlock; end <= send.size(); end += kBlock) send[end - 1] = kOwn;
  late_alltoall(send.data(), receive.data(), kBlock, round);
  const void* const found = std::memchr(receive.data(), static_cast<int>(kOwn), receive.size());
  const std::size_t right = static_cast<std::size_t>(late + 1) * kBlock - 1;
  require(found == &receive[right], "memchr does not find it where it is");
}

std::span<const TestCase> access_cases() {
  static constexpr TestCase test_cases[] = {
      {"read_forward", read_forward},
      {"read_backward", read_backward},
      {"read_in_random_order", read_in_random_order},
      {"read_across_pages", read_across_pages},
      {"written_at_once", write_at_once},
      {"one_byte_of_each_page_written", write_one_of_each_page},
      {"every_second_word_written", write_every_second},
      {"copied", copy},
      {"moved_within", move_within},
      {"sorted", sort},
      {"searched", search},
  };
  return test_cases;
}

}  // namespace overlap_tests
