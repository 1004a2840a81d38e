#include "harness/subject/forced_name.hpp"

#include <gtest/gtest.h>

#include "contract/error.hpp"

namespace tutti {
namespace {

TEST(ForcedName, IsReadAsItIsPrinted) {
  const ForcedName name{.library = "openmpi",
                        .collective = Collective::reduce,
                        .algorithm = "in-order_binary",
                        .parameters = {{"fanout", 2}, {"segment", 4096}}};
  EXPECT_EQ(print(name), "openmpi:reduce/in-order_binary:fanout=2:segment=4096");
  EXPECT_EQ(parse_forced_name(print(name)), name);
}

TEST(ForcedName, MayBeOfAComponent) {
  const ForcedName name{.library = "openmpi",
                        .component = "ucc",
                        .collective = Collective::allreduce,
                        .nonblocking = true};
  EXPECT_EQ(print(name), "openmpi:ucc/iallreduce");
  EXPECT_EQ(parse_forced_name(print(name)), name);
}

TEST(ForcedName, RefusesWhatIsNoName) {
  for (const auto* text : {"", "mpich", "mpich:bcast", "mpich:bcast/", "mpich:broadcast/ring",
                           "openmpi:xhc/broadcast", "openmpi:/bcast", "openmpi:bcast/chain:segment",
                           "openmpi:bcast/chain:segment=4k", "openmpi:bcast/chain:segment=-1"})
    EXPECT_THROW(parse_forced_name(text), UsageError) << text;
}

}  // namespace
}  // namespace tutti
