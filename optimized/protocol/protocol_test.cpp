#include "optimized/protocol/protocol.hpp"

#include <gtest/gtest.h>

#include <set>

#include "contract/error.hpp"

namespace tutti {
namespace {

std::string complaint(std::string_view name) {
  try {
    parse_protocol(name);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(ProtocolName, IsUniqueAndReadsBackAsTheSameProtocol) {
  std::set<std::string> seen;
  for (const auto& protocol : protocols()) {
    EXPECT_TRUE(seen.insert(print(protocol)).second) << print(protocol);
    EXPECT_EQ(parse_protocol(print(protocol)), protocol) << print(protocol);
  }
  EXPECT_TRUE(seen.contains("bcast/binomial:layered"));
}

TEST(ProtocolName, CarriesTheParametersThatTheAlgorithmTakes) {
  const Algorithm taking{nullptr, nullptr, nullptr, {.segment = true, .radix = true}};
  const RegisteredAlgorithm row{Collective::bcast, "example", "", "", &taking};
  EXPECT_EQ(print({.algorithm = &row, .parameters = {.segment = 12345, .radix = 3}}),
            "bcast/example:layered:segment=12345:radix=3");
}

TEST(ProtocolName, ReadsEachParameter) {
  EXPECT_EQ(parse_protocol("bcast/pipeline:layered:segment=4096").parameters.segment, 4096);
  EXPECT_EQ(parse_protocol("bcast/knomial:layered:radix=5").parameters.radix, 5);
  EXPECT_EQ(parse_protocol("gatherv/linear_sync:layered:window=3").parameters.window, 3);
  EXPECT_EQ(parse_protocol("bcast/flat:active:packet=8192").packet, 8192);
}

TEST(ProtocolName, NamesTheComponentsOfAComposedAlgorithm) {
  const std::string whole = "allgather/two_level:layered:segment=8192:within=flat:between=bruck";
  const auto protocol = parse_protocol(whole);
  EXPECT_EQ(protocol.parameters.within, find_algorithm(Collective::bcast, "flat"));
  EXPECT_EQ(protocol.parameters.between, find_algorithm(Collective::allgatherv, "bruck"));
  EXPECT_EQ(print(protocol), whole);
  EXPECT_NE(complaint("allgather/two_level:layered:between=brick").find("bruck"),
            std::string::npos);
  EXPECT_NE(complaint("bcast/two_level:layered:between=two_level").find("binomial"),
            std::string::npos);
  EXPECT_NE(complaint("barrier/two_level:layered:within=flat").find("between=ALGORITHM"),
            std::string::npos);
}

TEST(ProtocolName, LeftOutParametersHaveTheirDefaults) {
  for (const auto& protocol : protocols()) {
    const auto whole = print(protocol);
    const auto first_value = whole.find('=');
    if (first_value == std::string::npos) continue;
    EXPECT_EQ(parse_protocol(whole.substr(0, whole.rfind(':', first_value))), protocol) << whole;
  }
}

TEST(ProtocolName, NamesTheMessageProtocolOfTheActiveEngine) {
  const auto protocol = parse_protocol("bcast/pipeline:active:put:segment=4096");
  EXPECT_EQ(protocol.engine, Engine::active);
  EXPECT_EQ(protocol.message, MessageProtocol::put);
  EXPECT_EQ(print(protocol), "bcast/pipeline:active:put:segment=4096");
  EXPECT_NE(complaint("bcast/binomial:layered:put").find("put"), std::string::npos);
}

TEST(ProtocolName, ComplaintsListWhatIsValid) {
  EXPECT_NE(complaint("brodcast/binomial:layered").find("bcast"), std::string::npos);
  EXPECT_NE(complaint("bcast/binomal:layered").find("binomial"), std::string::npos);
  EXPECT_NE(complaint("bcast/binomial").find("layered"), std::string::npos);
  EXPECT_NE(complaint("bcast/binomial:activ").find("layered"), std::string::npos);
  EXPECT_NE(complaint("bcast/binomial:layered:segment=8").find("takes none"), std::string::npos);
  EXPECT_NE(complaint("").find("no collective"), std::string::npos);
}

}  // namespace
}  // namespace tutti
