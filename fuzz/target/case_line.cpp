/// A line that describes a case, as `tutti verify --replay` takes it.
#include "fuzz/target.hpp"
#include "harness/case/case.hpp"

static void try_case_line(std::string_view input) {
  using namespace tutti;
  fuzz::expect_round_trip(
      input, [](const std::string& line) { return parse_case(line); },
      [](const Case& test) { return print(test); });
}

FUZZ_TARGET(case_line){try_case_line};
