#include "harness/subject/control_values.hpp"

#include <gtest/gtest.h>

namespace tutti {
namespace {

std::vector<std::string> names(std::string_view description) {
  std::vector<std::string> result;
  for (const auto& value : values_in_description(description)) {
    EXPECT_EQ(value.value, static_cast<int>(result.size()));
    result.push_back(value.name);
  }
  return result;
}

TEST(ControlValues, SeparatesRowsThatLostTheirLineBreaks) {
  EXPECT_EQ(
      names("Variable to select bcast algorithmauto - Internal algorithm selection (can be "
            "overridden with FILE)binomial                             - Force Binomial "
            "Treenb                                   - Force nonblocking algorithm"
            "scatter_recursive_doubling_allgather - Force Scatter Recursive-Doubling "
            "Allgatherscatter_ring_allgather               - Force Scatter Ring"),
      (std::vector<std::string>{"auto", "binomial", "nb", "scatter_recursive_doubling_allgather",
                                "scatter_ring_allgather"}));
}

TEST(ControlValues, KnowsWhereNamesOfNonBlockingAlgorithmsBegin) {
  EXPECT_EQ(
      names("Variable to select ibcast algorithmauto - Internal algorithm selection (can be "
            "overridden "
            "with FILE)sched_auto - Internal algorithm selection for sched-based algorithms"
            "sched_binomial                             - Force Binomial algorithm"
            "sched_scatter_recursive_doubling_allgather - Force Scatter Recursive Doubling "
            "Allgather algorithmtsp_tree                               - Force Generic Transport "
            "Tree algorithmtsp_scatterv_recexch_allgatherv        - Force Scatterv"),
      (std::vector<std::string>{"auto", "sched_auto", "sched_binomial",
                                "sched_scatter_recursive_doubling_allgather", "tsp_tree",
                                "tsp_scatterv_recexch_allgatherv"}));
}

TEST(ControlValues, StartsAtAFullStop) {
  EXPECT_EQ(names("what to do if it does not work for the arguments passed in by the user."
                  "error   - throw an errorprint   - print an error message and fallback"
                  "silent  - silently fallback"),
            (std::vector<std::string>{"error", "print", "silent"}));
}

TEST(ControlValues, ReadsRowsWithLineBreaks) {
  EXPECT_EQ(names("Variable to select the algorithm\nauto - Internal\nnb            - Force nb\n"
                  "dissemination - Force dissemination algorithm"),
            (std::vector<std::string>{"auto", "nb", "dissemination"}));
}

TEST(ControlValues, FindsNothingWhereThereIsNoTable) {
  EXPECT_TRUE(names("Number of bytes - at least one").empty());
  EXPECT_TRUE(names("").empty());
}

}  // namespace
}  // namespace tutti
