#include "harness/measure/verdict_file.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "contract/error.hpp"
#include "harness/platform/temporary_folder.hpp"

namespace tutti {
namespace {

using Standing = Verdicts::Standing;

constexpr const char* header =
    R"({"format":"tutti-verdicts","version":1,"library_version":"L","registry":"r"})";

Verdicts verdicts(const std::string& lines) {
  const TemporaryFolder folder;
  const auto path = folder.file("verdicts");
  std::ofstream(path) << header << '\n' << lines;
  return Verdicts::read(path);
}

TEST(Verdicts, ThoseOfParametersByDefaultHoldForOthers) {
  const auto known = verdicts(
      R"({"subject":"bcast/pipeline:active:get:segment=65536","collective":"bcast","verdict":"passed"})"
      "\n"
      R"({"subject":"bcast/pipeline:active:segment=65536","collective":"bcast","verdict":"failed"})"
      "\n"
      R"({"subject":"mpich:bcast/binomial","collective":"bcast","verdict":"passed"})"
      "\n"
      R"({"subject":"bcast/two_level:active:segment=65536","collective":"bcast","verdict":"passed"})"
      "\n");
  const auto standing = [&](const char* subject) {
    return known.standing(subject, Collective::bcast);
  };
  EXPECT_EQ(standing("bcast/pipeline:active:get:segment=8192"), Standing::passed);
  EXPECT_EQ(standing("bcast/pipeline:active:segment=8192"), Standing::failed);
  EXPECT_EQ(standing("bcast/pipeline:active:put:segment=65536"), Standing::unknown);
  EXPECT_EQ(standing("mpich:bcast/binomial:segment=4"), Standing::passed);
  EXPECT_EQ(standing("mpich:bcast/flat"), Standing::unknown);
  EXPECT_EQ(standing("bcast/two_level:active:segment=8192"), Standing::passed);
  EXPECT_EQ(standing("bcast/two_level:active:segment=65536:between=flat"), Standing::unknown);
  EXPECT_EQ(known.standing("mpich:bcast/binomial", Collective::scan), Standing::unknown);
}

TEST(Verdicts, WhoPassedButForOperationsThatDoNotCommuteIsRestricted) {
  const auto known = verdicts(
      R"({"subject":"reduce/a","collective":"reduce","verdict":"failed","restriction":"non_commutative"})"
      "\n");
  EXPECT_EQ(known.standing("reduce/a", Collective::reduce), Standing::commutative_only);
}

TEST(Verdicts, HoldForOneLibraryAndOneRegistry) {
  const auto known = verdicts("");
  EXPECT_NO_THROW(known.require("L", "r"));
  EXPECT_THROW(known.require("M", "r"), UsageError);
  EXPECT_THROW(known.require("L", "s"), UsageError);
}

TEST(Verdicts, RefusesWhatIsNone) {
  EXPECT_THROW(verdicts("{"), UsageError);
  EXPECT_THROW(verdicts(R"({"subject":"a","collective":"bcast"})"), UsageError);
  EXPECT_THROW(Verdicts::read("/nowhere"), UsageError);
}

}  // namespace
}  // namespace tutti
