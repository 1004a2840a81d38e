#include "harness/accept/switch_topology.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "contract/error.hpp"
#include "harness/platform/temporary_folder.hpp"

namespace tutti {
namespace {

class SwitchTopologies : public testing::Test {
 protected:
  SwitchTopology read(const std::string& text, const std::vector<std::string>& nodes) {
    std::ofstream(path()) << text;
    return read_switch_topology(path(), nodes);
  }

  std::string complaint(const std::string& text, const std::vector<std::string>& nodes) {
    try {
      read(text, nodes);
    } catch (const UsageError& error) {
      return error.what();
    }
    return {};
  }

  std::string path() const { return folder_.file("topology.conf"); }

  TemporaryFolder folder_;
};

TEST(HostList, Expands) {
  using Hosts = std::vector<std::string>;
  EXPECT_EQ(expanded_host_list("n1"), Hosts({"n1"}));
  EXPECT_EQ(expanded_host_list("n[1-3,07],m2"), Hosts({"n1", "n2", "n3", "n07", "m2"}));
  EXPECT_EQ(expanded_host_list("n[08-10].x"), Hosts({"n08.x", "n09.x", "n10.x"}));
  for (const auto* wrong : {"", "n[1", "n1]", "n[2-1]", "n[a-b]", "n[1-]", "a,,b", "a]b[1", "n[1]]",
                            "n[0000000001-2]", "n[0-99999],m"})
    EXPECT_THROW(expanded_host_list(wrong), UsageError) << wrong;
}

TEST_F(SwitchTopologies, AreReadFromLinesOfNodes) {
  const auto topology = read(
      "# comment\nSwitchName=s0 Nodes=n[1-2] LinkSpeed=100\n"
      "SwitchName=s1 Nodes=n3,n4 # the old one\nSwitchName=core Switches=s[0-1]\n",
      {"n4", "n1", "n2"});
  EXPECT_EQ(topology.groups, NodeGroups({1, 0, 0}));
  EXPECT_EQ(topology.names, (std::vector<std::string>{"s0", "s1"}));
}

TEST_F(SwitchTopologies, RefuseWhatTheyDoNotUnderstand) {
  EXPECT_NE(complaint("\nNodes=n1\n", {"n1"}).find(":2: expected SwitchName= "), std::string::npos);
  EXPECT_NE(complaint("SwitchName=s0 Nodes=n[1\n", {"n1"}).find(":1: expected hosts such as "),
            std::string::npos);
  EXPECT_NE(complaint("SwitchName=s0 Nodes=n1\n", {"n2"}).find("expected a switch with node n2"),
            std::string::npos);
  EXPECT_THROW(read_switch_topology(folder_.file("missing"), {"n1"}), UsageError);
}

}  // namespace
}  // namespace tutti
