#include "preload/overlap_tests/parts.hpp"

namespace overlap_tests {

static constexpr int kGap = 100;
static constexpr std::byte kOwn{0x5A};
static constexpr std::byte kChanged{0xA5};

std::size_t part_bytes(int sender, int receiver, int round) {
  if ((sender + receiver + 1) % ranks() == (round + 1) % ranks()) return 0;
  return kBlock - 52 * static_cast<std::size_t>(sender) -
         static_cast<std::size_t>(4 * receiver + 4);
}

static void add(Parts& parts, std::size_t bytes) {
  parts.counts.push_back(static_cast<int>(bytes));
  parts.starts.push_back(static_cast<int>(parts.bytes) + kGap);
  parts.bytes += bytes + kGap;
}

Parts parts_for_all(int sender, int round) {
  Parts parts;
  for (int receiver = 0; receiver < ranks(); ++receiver)
    add(parts, part_bytes(sender, receiver, round));
  return parts;
}

Parts parts_from_all(int receiver, int round) {
  Parts parts;
  for (int sender = 0; sender < ranks(); ++sender) add(parts, part_bytes(sender, receiver, round));
  return parts;
}

Bytes Parts::part(Bytes data, int of) const {
  const auto index = static_cast<std::size_t>(of);
  return data.subspan(static_cast<std::size_t>(starts[index]),
                      static_cast<std::size_t>(counts[index]));
}

static Bytes gap_before(Bytes data, const Parts& parts, int of) {
  const auto start = static_cast<std::size_t>(parts.starts[static_cast<std::size_t>(of)]);
  return data.subspan(start - kGap, kGap);
}

Buffer own_buffer(const Parts& parts) { return Buffer(parts.bytes, kOwn); }

void change_gaps(Bytes data, const Parts& parts) {
  for (int of = 0; of < ranks(); ++of) {
    demand(first_wrong_byte(gap_before(data, parts, of), kOwn));
    fill_with(gap_before(data, parts, of), kChanged);
  }
}

void check_gaps(Bytes data, const Parts& parts) {
  for (int of = 0; of < ranks(); ++of)
    demand(first_wrong_byte(gap_before(data, parts, of), kChanged));
}

void fill_parts_for_all(Bytes data, const Parts& parts, int round) {
  for (int receiver = 0; receiver < ranks(); ++receiver)
    fill(parts.part(data, receiver), {rank(), receiver, round});
}

void check_parts_from_all(Bytes data, const Parts& parts, int receiver, int round) {
  for (int sender = 0; sender < ranks(); ++sender)
    check(parts.part(data, sender), {sender, receiver, round});
}

}  // namespace overlap_tests
