#include "harness/case/layout_datatypes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/case/element.hpp"
#include "harness/case/enum_names.hpp"
#include "harness/case/guarded_buffer.hpp"
#include "harness/case/input_data.hpp"

namespace tutti {
namespace {

constexpr std::int64_t instances = 3;

template <typename Visitor>
void for_each_type(Visitor visitor) {
  for (const auto& [layout, layout_name] : enum_names<Layout>)
    for (const auto element : {Element::uint8, Element::int32, Element::short_int,
                               Element::complex128, Element::long_double_int})
      for (std::int64_t elements_per_instance = 1;
           elements_per_instance <= (layout == Layout::plain ? 1 : 9); ++elements_per_instance) {
        SCOPED_TRACE(testing::Message()
                     << layout_name << " " << enum_name(element) << " " << elements_per_instance);
        visitor(std::make_shared<const MessageType>(layout, element, elements_per_instance));
      }
}

TEST(Layout, HasTheBoundsAndTheSizeThatMpiSees) {
  for_each_type([](const auto& type) {
    const Typemap& map = type->map();
    MPI_Aint lower, extent;
    int size;
    MPI_Type_get_extent(type->get(), &lower, &extent);
    MPI_Type_size(type->get(), &size);
    EXPECT_EQ(lower, map.lower * bytes_of(map.element));
    EXPECT_EQ(extent, map.extent() * bytes_of(map.element));
    EXPECT_EQ(size, map.elements_per_instance() * packed_bytes_of(map.element));
  });
}

TEST(Layout, KeepsInstancesApart) {
  for_each_type([](const auto& type) {
    const Typemap& map = type->map();
    std::set<std::int64_t> slots;
    for (std::int64_t instance = 0; instance < instances; ++instance)
      for (const auto slot : map.slots) slots.insert(instance * map.extent() + slot);
    EXPECT_EQ(slots.size(), static_cast<std::size_t>(instances * map.elements_per_instance()));
  });
}

/// Sends the buffer to this process itself, and returns what arrives in an array of plain elements.
Elements as_mpi_reads(const GuardedBuffer& buffer, std::int64_t elements) {
  const Typemap& map = buffer.placement().map(0);
  Elements result(map.element, elements);
  MPI_Sendrecv(buffer.origin(), instances, buffer.placement().types.front()->get(), 0, 0,
               const_cast<std::byte*>(result.data()), static_cast<int>(elements),
               mpi_type(map.element), 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  return result;
}

TEST(Layout, OrdersElementsAsMpiDoes) {
  MappingPool arenas;
  for_each_type([&](const auto& type) {
    const std::int64_t count = instances * type->map().elements_per_instance();
    const Problem problem{{.element = type->map().element}, 1, 5};
    const Elements elements = input_elements(problem, 0, {0, count});
    GuardedBuffer buffer(arenas, {{type}, {instances}, {0}}, 64);
    buffer.put(elements);
    EXPECT_EQ(digest(as_mpi_reads(buffer, count)), digest(elements));
    EXPECT_EQ(digest(buffer.take()), digest(elements));
    EXPECT_EQ(digest(buffer.take_in_random_order(7)), digest(elements));
    buffer.erase();
    EXPECT_FALSE(buffer.gap_damage().has_value());
    EXPECT_FALSE(buffer.guard_damage().has_value());
  });
}

TEST(Layout, OneDatatypeServesAllBlocks) {
  const std::vector<std::int64_t> blocks{12, 0, 18};
  EXPECT_EQ(elements_per_instance_of(Layout::plain, blocks), 1);
  EXPECT_EQ(elements_per_instance_of(Layout::whole, blocks), 6);
  EXPECT_EQ(elements_per_instance_of(Layout::vector, blocks), 6);
  EXPECT_EQ(elements_per_instance_of(Layout::vector, std::vector<std::int64_t>{7}), 7);
  EXPECT_EQ(elements_per_instance_of(Layout::vector, std::vector<std::int64_t>{7, 12}), 1);
  EXPECT_EQ(elements_per_instance_of(Layout::whole, std::vector<std::int64_t>{0, 0}), 1);
}

TEST(DatatypeCache, MakesATypeOnce) {
  DatatypeCache cache;
  const auto first = cache.get(Layout::indexed, Element::int16, 5);
  EXPECT_EQ(first, cache.get(Layout::indexed, Element::int16, 5));
  EXPECT_NE(first, cache.get(Layout::indexed, Element::int16, 6));
  EXPECT_EQ(&typemap_of(first->get()), &first->map());
}

}  // namespace
}  // namespace tutti
