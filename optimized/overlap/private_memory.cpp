#include "optimized/overlap/private_memory.hpp"

#include <array>
#include <atomic>
#include <charconv>
#include <fstream>
#include <string>
#include <string_view>

#include "optimized/overlap/thread_stacks.hpp"

namespace tutti::overlap {
namespace {

constexpr std::size_t remembered = 16;

struct Known {
  Pages pages;
  std::vector<Pages> mappings;
};

/// Results of this thread since memory was last unmapped.
struct Memory {
  std::array<Known, remembered> known;
  std::size_t next = 0;
  std::uint64_t epoch = 0;
};

constinit std::atomic<std::uint64_t> epoch = 0;

/// Returns the addresses of a line of /proc/self/maps: "begin-end permissions offset device inode
/// name".
Pages pages_of(std::string_view line) {
  std::uintptr_t begin = 0, end = 0;
  const char* const last = line.data() + line.size();
  const char* const dash = std::from_chars(line.data(), last, begin, 16).ptr;
  if (dash != last) std::from_chars(dash + 1, last, end, 16);
  return {reinterpret_cast<std::byte*>(begin), reinterpret_cast<std::byte*>(end)};
}

/// Removes the next field of the line, and returns it.
std::string_view take_field(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const std::string_view field = line.substr(0, line.find(' '));
  line.remove_prefix(field.size());
  return field;
}

bool is_ordinary(std::string_view line) {
  take_field(line);
  const auto permissions = take_field(line);
  take_field(line);
  take_field(line);
  const auto inode = take_field(line), name = take_field(line);
  return permissions == "rw-p" && inode == "0" &&
         (name.empty() || name == "[heap]" || name.starts_with("[anon:"));
}

std::vector<Pages> find_mappings(Pages pages) {
  std::ifstream maps("/proc/self/maps");
  std::vector<Pages> found;
  std::byte* reached = pages.begin;
  for (std::string line; reached < pages.end && std::getline(maps, line);) {
    const Pages mapping = pages_of(line);
    if (mapping.end <= reached) continue;
    if (mapping.begin > reached || !is_ordinary(line)) return {};
    // Other threads may move pages meanwhile: then this line may begin before the previous one
    // ends.
    found.push_back(intersection({reached, mapping.end}, pages));
    reached = mapping.end;
  }
  return reached < pages.end ? std::vector<Pages>{} : found;
}

}  // namespace

std::vector<Pages> private_mappings(Pages pages) {
  if (pages.empty() || is_on_stack(pages)) return {};
  thread_local Memory memory;
  // Read before the search, so that memory that is unmapped meanwhile is searched for again.
  const std::uint64_t now = epoch;
  if (memory.epoch != now) memory = {.known = {}, .next = 0, .epoch = now};
  for (const Known& known : memory.known)
    if (known.pages == pages) return known.mappings;
  return (memory.known[memory.next++ % remembered] = {pages, find_mappings(pages)}).mappings;
}

void forget_private_memory() noexcept { ++epoch; }

}  // namespace tutti::overlap
