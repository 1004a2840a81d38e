#include "harness/platform/call_stack.hpp"

#include <gtest/gtest.h>

namespace tutti {
namespace {

TEST(CallStack, BeginsAtTheCallOfMpi) {
  EXPECT_EQ(mpi_call_stack_in("[New LWP 12]\n"
                              "0x00007f in poll () from /lib/libc.so.6\n\n"
                              "Thread 2 (Thread 0x7f (LWP 12) \"x\"):\n"
                              "#0  0x00007f11 in epoll_wait () from /lib/libc.so.6\n"
                              "#1  0x00007f12 in start_thread () from /lib/libc.so.6\n\n"
                              "Thread 1 (Thread 0x7e (LWP 11) \"x\"):\n"
                              "#0  opal_progress () at progress.c:231\n"
                              "#1  0x00007f21 in ?? () from /usr/lib/libmpi.so\n"
                              "#2  0x00007f22 in PMPI_Barrier () from /usr/lib/libmpi.so\n"
                              "#3  0x00007f23 in tutti::call (what=...) at call.cpp:3\n"
                              "#4  0x00007f24 in main () at main.cpp:5\n"),
            "PMPI_Barrier > opal_progress");
}

TEST(CallStack, IsEmptyOutsideOfMpi) {
  EXPECT_EQ(mpi_call_stack_in(""), "");
  EXPECT_EQ(mpi_call_stack_in("Thread 1 (LWP 11):\n#0  0x01 in main () at main.cpp:5\n"), "");
  EXPECT_EQ(mpi_call_stack_in("ptrace: Operation not permitted.\n"), "");
}

}  // namespace
}  // namespace tutti
