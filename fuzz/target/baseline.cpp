/// A baseline of accepted findings, as `tutti gate --baseline` takes it.
#include "harness/verify/baseline.hpp"

#include "fuzz/target.hpp"

static void try_baseline(std::string_view input) {
  using namespace tutti;
  fuzz::expect_round_trip(
      input, [](const std::string& text) { return to_toml(read_baseline(fuzz::file_with(text))); },
      [](const std::string& text) { return text; });
}

FUZZ_TARGET(baseline){try_baseline};
