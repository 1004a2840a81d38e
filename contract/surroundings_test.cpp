#include "contract/surroundings.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tutti {
namespace {

/// What a process launched by this one, and bound to one core, finds out.
template <class Find>
int found_by_bound_child(Find find) {
  const pid_t child = fork();
  if (child == 0) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    _exit(sched_setaffinity(0, sizeof(one), &one) == 0 ? find() : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

TEST(Surroundings, BoundProcessesShareTheCoresOfTheirLauncher) {
  EXPECT_EQ(found_by_bound_child(usable_cores), 1);
  EXPECT_EQ(found_by_bound_child(cores_of_launch), usable_cores());
}

TEST(Surroundings, WhatBindsTheLauncherBindsAllOfThem) {
  const auto grandchild = [] { return found_by_bound_child(cores_of_launch); };
  EXPECT_EQ(found_by_bound_child(grandchild), 1);
}

}  // namespace
}  // namespace tutti
