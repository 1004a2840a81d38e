#include "contract/host_info.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

namespace tutti {
namespace {

/// Returns true if the check holds in a child process that is bound to one core.
template <class Check>
bool holds_for_bound_child(Check check) {
  const pid_t child = fork();
  if (child == 0) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    _exit(sched_setaffinity(0, sizeof(one), &one) == 0 && check() ? EXIT_SUCCESS : EXIT_FAILURE);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

TEST(HostInfo, BoundProcessesShareTheCoresOfTheirLauncher) {
  EXPECT_TRUE(holds_for_bound_child([] { return usable_cores() == 1; }));
  EXPECT_TRUE(holds_for_bound_child([all = usable_cores()] { return cores_of_launch() == all; }));
}

TEST(HostInfo, WhatBindsTheLauncherBindsAllOfThem) {
  const auto one_core = [] { return cores_of_launch() == 1; };
  EXPECT_TRUE(holds_for_bound_child([&] { return holds_for_bound_child(one_core); }));
}

}  // namespace
}  // namespace tutti
