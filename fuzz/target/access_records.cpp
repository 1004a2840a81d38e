/// A trace of accesses that TUTTI_TRACE wrote and TUTTI_ORDER reads.
#include "fuzz/target.hpp"
#include "optimized/overlap/access_order.hpp"
#include "preload/access_record.hpp"

/// Returns the records as they are written. Uses each order, as the preloaded library does.
static std::string lines_of(const std::string& text) {
  using namespace tutti::preload;
  std::string lines;
  for (const auto& record : parse_access_records(text, "trace")) {
    lines += line_of(record);
    const tutti::overlap::AccessOrder order(record.order);
  }
  return lines;
}

static void try_access_records(std::string_view input) {
  tutti::fuzz::expect_round_trip(input, lines_of, [](const std::string& lines) { return lines; });
}

FUZZ_TARGET(access_records){try_access_records};
