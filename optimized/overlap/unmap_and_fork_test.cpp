#include "optimized/overlap/unmap_and_fork.hpp"

#include <gtest/gtest.h>
#include <ucm/api/ucm.h>

#include <algorithm>
#include <vector>

#include "optimized/overlap/guard.hpp"
#include "optimized/overlap/test_guards.hpp"
#include "optimized/overlap/test_memory.hpp"

namespace tutti::overlap {
namespace {

class UnmapAndForkTest : public testing::TestWithParam<GuardKind> {};

void note(ucm_event_type_t, ucm_event_t* event, void* gone) {
  auto* const begin = static_cast<std::byte*>(event->vm_unmapped.address);
  static_cast<std::vector<Pages>*>(gone)->push_back({begin, begin + event->vm_unmapped.size});
}

/// Otherwise, a network would write to the pages of the previous call by that address.
TEST_P(UnmapAndForkTest, NetworksForgetWhereClosedPagesWere) {
  const auto guard = Guard::make(GetParam());
  if (!guard) GTEST_SKIP() << "this guard is not available to this process";
  std::vector<Pages> gone;
  ASSERT_EQ(ucm_set_event_handler(UCM_EVENT_VM_UNMAPPED, 1, note, &gone), UCS_OK);
  const TestMemory memory(8);
  fill(memory.pages(), 1);
  auto protected_memory = guard->protect(memory.pages());
  ASSERT_TRUE(protected_memory);
  const Pages relocated{protected_memory->relocated(),
                        protected_memory->relocated() + memory.pages().bytes()};
  gone.clear();
  gone.reserve(64);
  protected_memory.reset();
  EXPECT_NE(std::ranges::find(gone, relocated), gone.end());
  ucm_unset_event_handler(UCM_EVENT_VM_UNMAPPED, note, &gone);
  EXPECT_TRUE(holds_only(memory.pages(), 1));
}

INSTANTIATE_TEST_SUITE_P(Kinds, UnmapAndForkTest, each_guard(), guard_name);

}  // namespace
}  // namespace tutti::overlap
