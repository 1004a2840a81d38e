/// A selection map of tutti's own format, which also lies beside each map of another format.
#include "optimized/selection/selection_map.hpp"

#include "fuzz/target.hpp"
#include "optimized/selection/determination_cache.hpp"

namespace {

using namespace tutti;

/// Has the map choose, as the preloaded library does. It refuses maps of unknown protocols.
void choose_by(const SelectionMap& map) {
  fuzz::accepted([&] {
    const Selector selector(map, {}, {});
    for (const int ranks : {1, 3, 4}) {
      DeterminationCache cache(selector, ranks);
      for (const auto collective : collectives_with_algorithms())
        for (const std::int64_t bytes : {0, 8, 65536})
          cache.determine(typical_shape({collective, ranks, bytes}));
    }
    return true;
  });
}

void try_selection_map(std::string_view input) {
  const auto read = [](const std::string& text) { return parse_map(text, "map"); };
  fuzz::expect_round_trip(input, read, [](const SelectionMap& map) { return print(map); });
  if (const auto map = fuzz::accepted([&] { return read(std::string(input)); })) choose_by(*map);
}

}  // namespace

FUZZ_TARGET(selection_map){try_selection_map};
