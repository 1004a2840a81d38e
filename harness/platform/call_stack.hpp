#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// Returns, for each process, the functions in which it is within a call of MPI, from that call inwards:
/// `PMPI_Barrier > ompi_request_default_wait > opal_progress`. Empty for a process that is in none, and where gdb is
/// not installed, may not look at the process, or takes longer than `seconds_max`.
std::vector<std::string> mpi_call_stacks(const std::vector<pid_t>& processes, int seconds_max);

/// Returns the functions from a call of MPI inwards in what gdb prints for `thread apply all backtrace`: those of the first
/// thread that is in one.
std::string mpi_call_stack_in(std::string_view backtraces);

/// Lets any process of this user look at this one, as debuggers do, where the kernel lets only parents.
void allow_debuggers();

}  // namespace tutti
