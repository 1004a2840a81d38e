#include "contract/torus.hpp"

#include <gtest/gtest.h>

#include "contract/error.hpp"

namespace tutti {
namespace {

TEST(Torus, PlacesRanksRowByRow) {
  const Torus torus({2, 3, 4});
  EXPECT_EQ(torus.ranks(), 24);
  EXPECT_EQ(torus.stride(0), 12);
  EXPECT_EQ(torus.stride(2), 1);
  EXPECT_EQ(torus.coordinate(23, 0), 1);
  EXPECT_EQ(torus.coordinate(23, 1), 2);
  EXPECT_EQ(torus.coordinate(23, 2), 3);
}

TEST(Torus, HasEvenExtents) {
  using Extents = std::vector<int>;
  EXPECT_EQ(even_extents(64, 3), (Extents{4, 4, 4}));
  EXPECT_EQ(even_extents(12, 3), (Extents{3, 2, 2}));
  EXPECT_EQ(even_extents(12, 2), (Extents{4, 3}));
  EXPECT_EQ(even_extents(7, 3), (Extents{7, 1, 1}));
  EXPECT_EQ(even_extents(1, 2), (Extents{1, 1}));
}

TEST(Torus, HasAllExtents) {
  using Extents = std::vector<int>;
  EXPECT_EQ(all_extents(1), (std::vector<Extents>{{}}));
  EXPECT_EQ(all_extents(7), (std::vector<Extents>{{7}}));
  EXPECT_EQ(all_extents(12),
            (std::vector<Extents>{
                {2, 2, 3}, {2, 3, 2}, {2, 6}, {3, 2, 2}, {3, 4}, {4, 3}, {6, 2}, {12}}));
}

TEST(Torus, ReadsExtents) {
  EXPECT_EQ(parse_extents("4x4x4"), (std::vector{4, 4, 4}));
  EXPECT_EQ(parse_extents("12"), (std::vector{12}));
  for (const char* text :
       {"", "x", "4x", "x4", "4x0", "4x-1", "4y4", "4x4 ", "99999999999", "65536x65536"})
    EXPECT_THROW(parse_extents(text), UsageError) << text;
}

}  // namespace
}  // namespace tutti
