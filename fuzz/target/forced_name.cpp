/// The name of an algorithm inside the MPI library, as case lines and maps have it.
#include "harness/subject/forced_name.hpp"

#include "fuzz/target.hpp"

static void try_forced_name(std::string_view input) {
  using namespace tutti;
  fuzz::expect_round_trip(
      input, [](const std::string& name) { return parse_forced_name(name); },
      [](const ForcedName& name) { return print(name); });
}

FUZZ_TARGET(forced_name){try_forced_name};
