// Checks whether all data are right, and prints one line on those that are not.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "preload/overlap_tests/test_case.hpp"

namespace overlap_tests {

static const char* case_name = "";

static Parcel from_to(std::size_t sender, int receiver, int round) {
  return {static_cast<int>(sender), receiver, round};
}

[[noreturn]] static void give_up() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (!finalized) MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  std::_Exit(EXIT_FAILURE);
}

/// Computes words that differ also at a distance: data of another sender, receiver or round do not
/// look like a shifted copy.
Word expected(Parcel parcel, std::size_t word) {
  std::uint64_t mixed = word + 1;
  for (const int part : {parcel.sender, parcel.receiver, parcel.round}) {
    mixed = mixed * 0x9E3779B97F4A7C15u + static_cast<std::uint64_t>(part + 2);
    mixed ^= mixed >> 29;
  }
  return static_cast<Word>(mixed >> 16);
}

void fill(Bytes data, Parcel parcel) {
  for (std::size_t at = 0; at < data.size(); at += sizeof(Word)) {
    const Word word = expected(parcel, at / sizeof(Word));
    std::memcpy(&data[at], &word, std::min(sizeof(Word), data.size() - at));
  }
}

void fill_with(Bytes data, std::byte value) { std::ranges::fill(data, value); }

void fill_for_all(Bytes data, int round) {
  const std::size_t each = data.size() / static_cast<std::size_t>(ranks());
  for (int receiver = 0; receiver < ranks(); ++receiver)
    fill(data.subspan(each * static_cast<std::size_t>(receiver), each), {rank(), receiver, round});
}

static std::optional<Wrong> wrong_word(ConstBytes data, std::size_t word, Parcel parcel) {
  const Word right = expected(parcel, word);
  Word found = right;
  const std::size_t at = word * sizeof(Word);
  std::memcpy(&found, &data[at], std::min(sizeof(Word), data.size() - at));
  if (found == right) return std::nullopt;
  return Wrong{word, right, found};
}

std::optional<Wrong> first_wrong(ConstBytes data, Parcel parcel) {
  for (std::size_t word = 0; word * sizeof(Word) < data.size(); ++word)
    if (const auto wrong = wrong_word(data, word, parcel)) return wrong;
  return std::nullopt;
}

std::optional<Wrong> first_wrong_byte(ConstBytes data, std::byte value) {
  const auto wrong = std::ranges::find_if(data, [=](std::byte found) { return found != value; });
  if (wrong == data.end()) return std::nullopt;
  return Wrong{static_cast<std::size_t>(wrong - data.begin()), static_cast<Word>(value),
               static_cast<Word>(*wrong)};
}

std::optional<Wrong> first_wrong_from_all(ConstBytes data, int receiver, int round) {
  const std::size_t each = data.size() / static_cast<std::size_t>(ranks());
  for (std::size_t start = 0, sender = 0; start < data.size(); start += each, ++sender) {
    auto wrong = first_wrong(data.subspan(start, each), from_to(sender, receiver, round));
    if (!wrong) continue;
    wrong->element += start / sizeof(Word);
    return wrong;
  }
  return std::nullopt;
}

std::optional<Wrong> wrong_word_from_all(ConstBytes data, std::size_t word, int receiver,
                                         int round) {
  const std::size_t words_each = data.size() / sizeof(Word) / static_cast<std::size_t>(ranks());
  const std::size_t sender = word / words_each;
  const auto block = data.subspan(sender * words_each * sizeof(Word), words_each * sizeof(Word));
  auto wrong = wrong_word(block, word % words_each, from_to(sender, receiver, round));
  if (wrong) wrong->element = word;
  return wrong;
}

void demand(const std::optional<Wrong>& wrong) {
  if (!wrong) return;
  std::fprintf(stderr, "%s: rank %d, element %zu: expected %u, found %u\n", case_name, rank(),
               wrong->element, wrong->expected, wrong->found);
  give_up();
}

void require(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "%s: rank %d: %s\n", case_name, rank(), what);
  give_up();
}

void check(ConstBytes data, Parcel parcel) { demand(first_wrong(data, parcel)); }

void check_from_all(ConstBytes data, int round) {
  demand(first_wrong_from_all(data, rank(), round));
}

void check_kept(ConstBytes data, std::byte value) {
  demand(first_wrong_byte(data, value));
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  demand(first_wrong_byte(data, value));
  MPI_Barrier(MPI_COMM_WORLD);
  demand(first_wrong_byte(data, value));
}

void begin_case(const char* name) { case_name = name; }

void end_case() {
  if (rank() == 0) std::printf("%s: ok\n", case_name);
  std::fflush(stdout);
}

}  // namespace overlap_tests
