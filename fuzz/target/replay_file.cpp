/// A file of case lines, as `tutti verify --replay` takes it.
#include <vector>

#include "fuzz/target.hpp"
#include "harness/case/case.hpp"
#include "harness/verify/replay.hpp"

static void try_replay_file(std::string_view input) {
  using namespace tutti;
  fuzz::expect_round_trip(
      input, [](const std::string& text) { return read_replay(fuzz::file_with(text)); },
      [](const std::vector<Case>& cases) {
        std::string text;
        for (const auto& test : cases) text += print(test) + "\n";
        return text;
      });
}

FUZZ_TARGET(replay_file){try_replay_file};
