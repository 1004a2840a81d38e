/// Bruck's alltoall: in round k, all blocks with bit k in their distance to go travel 2^k ranks.
/// ceil(log2 p) rounds, p log2 p messages, a block travels up to log2 p times: good for small
/// blocks.
/// Source: Bruck et al., IEEE TPDS 1997.
#include "optimized/algorithm/support/blocks.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/logarithm.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// Calls visit for each run of blocks whose numbers have the bit set.
template <class Visit>
static void for_runs_with_bit(const Blocks& blocks, int bit, Visit visit) {
  for (int first = bit; first < blocks.size(); first += 2 * bit)
    visit(blocks.run(first, std::min(first + bit, blocks.size())));
}

/// Adds one round: packs the blocks with the bit set, exchanges them and puts the received ones in
/// their places.
static void exchange(ScheduleBuilder& schedule, const Blocks& blocks, int bit, int rank,
                     Region held, Region packed, Region arrived) {
  const int p = blocks.size();
  std::int64_t units = 0;
  for_runs_with_bit(blocks, bit, [&](Range run) {
    schedule.copy(held.part(run), packed.part({units, run.length}));
    units += run.length;
  });
  schedule.send((rank + bit) % p, packed.part({0, units}));
  schedule.receive((rank - bit + p) % p, arrived.part({0, units}));
  std::int64_t offset = 0;
  for_runs_with_bit(blocks, bit, [&](Range run) {
    schedule.copy(arrived.part({offset, run.length}), held.part(run));
    offset += run.length;
  });
}

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const int p = shape.ranks;
  const Blocks blocks(shape);
  const Region held = schedule.scratch(blocks.units());
  const Region packed = schedule.scratch(blocks.run(0, p / 2).length);
  const Region arrived = schedule.scratch(blocks.run(0, p / 2).length);
  copy_to_rotated(schedule, blocks, rank, input({0, blocks.units()}), held);
  for (int bit = 1; bit < p; bit *= 2) exchange(schedule, blocks, bit, rank, held, packed, arrived);
  for (int distance = 0; distance < p; ++distance)
    schedule.copy(held.part(blocks[distance]), output(blocks[(rank - distance + p) % p]));
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = ceil_log2(p),
          .messages = p * ceil_log2(p),
          .units = p * nonzero_digits_below(p) * shape.count};
}

}  // namespace tutti

ALGORITHM(alltoall, bruck){tutti::always, tutti::build, tutti::cost};
