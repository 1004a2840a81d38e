/// The value of TUTTI_FORCE: names of protocols.
#include <vector>

#include "fuzz/target.hpp"
#include "optimized/protocol/protocol.hpp"

static void try_protocol_names(std::string_view input) {
  using namespace tutti;
  fuzz::expect_round_trip(
      input, [](const std::string& names) { return parse_protocols(names); },
      [](const std::vector<Protocol>& protocols) {
        std::string names;
        for (const auto& protocol : protocols) names += print(protocol) + ",";
        return names;
      });
}

FUZZ_TARGET(protocol_names){try_protocol_names};
