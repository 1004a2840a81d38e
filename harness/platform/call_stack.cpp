#include "harness/platform/call_stack.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <memory>
#include <ranges>

#include "contract/error.hpp"
#include "harness/platform/child.hpp"
#include "harness/platform/temporary_folder.hpp"

namespace tutti {
namespace {

/// Returns the function of a line `#3  0x00007f6d in PMPI_Wait () from /usr/lib/libmpi.so`; empty if there is none.
std::string_view function_in(std::string_view line) {
  if (!line.starts_with('#')) return {};
  line = line.substr(0, line.find(" ("));
  const auto in = line.rfind(" in ");
  const auto begin = in != line.npos ? in + 4 : line.rfind(' ') + 1;
  const auto function = line.substr(begin);
  return function == "??" ? std::string_view() : function;
}

bool is_call_of_mpi(std::string_view function) {
  return function.starts_with("MPI_") || function.starts_with("PMPI_");
}

/// Returns the functions, the outermost first, from the first call of MPI on.
std::string from_call_inwards(std::vector<std::string_view> functions) {
  std::ranges::reverse(functions);
  const auto call = std::ranges::find_if(functions, is_call_of_mpi);
  return fmt::format("{}", fmt::join(call, functions.end(), " > "));
}

/// One of the processes may be this one, which stands still meanwhile: so another program counts the seconds.
std::vector<std::string> command_for(pid_t process, int seconds_max) {
  return {"timeout", std::to_string(seconds_max),
          "gdb",     "-nx",
          "-q",      "-batch",
          "-iex",    "set debuginfod enabled off",
          "-p",      std::to_string(process),
          "-ex",     "thread apply all backtrace 40"};
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::string mpi_call_stack_in(std::string_view backtraces) {
  std::vector<std::string_view> functions;
  const auto of_thread = [&] { return from_call_inwards(std::exchange(functions, {})); };
  for (const auto part : std::views::split(backtraces, '\n')) {
    const std::string_view line(part.begin(), part.end());
    if (line.starts_with("Thread "))
      if (auto stack = of_thread(); !stack.empty()) return stack;
    if (const auto function = function_in(line); !function.empty()) functions.push_back(function);
  }
  return of_thread();
}

std::vector<std::string> mpi_call_stacks(const std::vector<pid_t>& processes, int seconds_max) {
  std::vector<std::string> stacks(processes.size());
  try {
    const TemporaryFolder folder;
    std::vector<std::unique_ptr<Child>> debuggers;
    for (const auto process : processes)
      debuggers.push_back(std::make_unique<Child>(command_for(process, seconds_max), Environment{},
                                                  folder.file(std::to_string(process))));
    for (std::size_t i = 0; i < processes.size(); ++i) {
      debuggers[i]->await(std::chrono::seconds(2 * seconds_max));
      stacks[i] = mpi_call_stack_in(text_of(folder.file(std::to_string(processes[i]))));
    }
  } catch (const CannotRun&) {
    // Stacks are an addition to a report, which goes on without them.
  }
  return stacks;
}

void allow_debuggers() { prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0); }

}  // namespace tutti
