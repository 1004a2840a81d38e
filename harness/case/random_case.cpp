#include "harness/case/random_case.hpp"

#include <iterator>

#include "contract/splitmix.hpp"
#include "harness/case/element.hpp"
#include "harness/case/enum_names.hpp"
#include "harness/case/expanded_buffer.hpp"
#include "harness/case/validate.hpp"

namespace tutti {
namespace {

template <typename Enum>
Enum any(RandomSequence& draws) {
  return enum_names<Enum>[draws.below(std::size(enum_names<Enum>))].value;
}

int below(RandomSequence& draws, int bound) {
  return static_cast<int>(draws.below(static_cast<std::uint64_t>(bound)));
}

template <typename Make>
auto several(RandomSequence& draws, Make make) {
  std::vector<decltype(make())> values;
  for (int i = below(draws, 3); i >= 0; --i) values.push_back(make());
  return values;
}

void give_runs(RandomSequence& draws, Operation& operation) {
  operation.run_length =
      (1 + below(draws, 4)) * (ExpandedBuffer::run_unit / bytes_of(operation.element));
  for (int& count : operation.counts) count %= 4;
  operation.send_offsets = operation.receive_offsets = {0};
}

Operation random_operation(RandomSequence& draws, int ranks) {
  const auto collectives = collectives_without_topology();
  Operation operation{.collective = collectives[draws.below(collectives.size())]};
  operation.element = any<Element>(draws);
  operation.op = any<Operator>(draws);
  operation.data = any<Data>(draws);
  operation.in_place = any<InPlace>(draws);
  operation.root = below(draws, ranks);
  operation.scattered = draws.coin();
  operation.absolute = draws.coin();
  operation.counts = several(draws, [&] { return below(draws, 40); });
  operation.send_layouts = several(draws, [&] { return any<Layout>(draws); });
  operation.receive_layouts = several(draws, [&] { return any<Layout>(draws); });
  const int alignment = static_cast<int>(alignment_of(operation.element));
  const auto offset = [&] { return below(draws, 64 / alignment) * alignment; };
  operation.send_offsets = several(draws, offset);
  operation.receive_offsets = several(draws, offset);
  if (draws.below(16) == 0) give_runs(draws, operation);
  return normalized(operation);
}

}  // namespace

Case random_case(std::uint64_t seed, int ranks) {
  RandomSequence draws(seed);
  while (true) {
    Case test{.ranks = ranks, .seed = draws.next()};
    test.group = any<Group>(draws);
    test.mode = any<Mode>(draws);
    if (has_requests(test.mode))
      test.completion = static_cast<Completion>(test.seed % std::size(enum_names<Completion>));
    if (has_requests(test.mode)) test.handles = any<Handles>(draws);
    test.own_messages = any<OwnMessages>(draws);
    test.made_by = any<MadeBy>(draws);
    test.made_beside = below(draws, 3);
    test.repetitions = 1 + below(draws, 3);
    test.soak = test.seed % 3 == 0 ? 40 : 0;
    test.operations.push_back(random_operation(draws, ranks));
    if (is_valid(test)) return test;
  }
}

}  // namespace tutti
