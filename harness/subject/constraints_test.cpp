#include "harness/subject/constraints.hpp"

#include <gtest/gtest.h>

namespace tutti {
namespace {

using Words = std::vector<std::string>;

TEST(Constraints, NoneForWhatServesEveryShape) {
  EXPECT_EQ(constraints_of(Collective::allgatherv, [](const Shape&) { return true; }), Words{});
  EXPECT_EQ(constraints_of(Collective::scan, [](const Shape&) { return true; }), Words{});
}

TEST(Constraints, NameTheNumbersOfRanks) {
  const auto of = [](auto accepts) {
    return constraints_of(Collective::bcast, [=](const Shape& s) { return accepts(s.ranks); });
  };
  EXPECT_EQ(of([](int p) { return (p & (p - 1)) == 0; }), Words{"a power of two ranks"});
  EXPECT_EQ(of([](int p) { return p % 2 == 0; }), Words{"an even number of ranks"});
  EXPECT_EQ(of([](int p) { return p == 2; }), Words{"2 ranks"});
  EXPECT_EQ(of([](int p) { return p > 5; }), Words{"not every number of ranks"});
  EXPECT_EQ(of([](int) { return false; }), Words{"does not apply here"});
}

TEST(Constraints, NameCountsAndOperations) {
  EXPECT_EQ(constraints_of(Collective::allreduce,
                           [](const Shape& s) { return s.op.commutative && s.count >= s.ranks; }),
            (Words{"not every count", "commutative operations"}));
  EXPECT_EQ(constraints_of(Collective::reduce, [](const Shape& s) { return s.op.builtin; }),
            Words{"built-in operations"});
}

}  // namespace
}  // namespace tutti
