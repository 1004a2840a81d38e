#include "harness/platform/launch.hpp"

#include <fmt/core.h>
#include <mpi.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <mutex>
#include <sstream>
#include <thread>

#include "contract/error.hpp"
#include "contract/installation.hpp"
#include "contract/library_version.hpp"
#include "harness/platform/launch_detection.hpp"

namespace tutti {
namespace {

constexpr std::chrono::seconds longest_finalize{5};
constexpr unsigned connections_kept_s = 10;

/// Calls the action, in another thread, if this object still exists after that time.
class Deadline {
 public:
  Deadline(std::chrono::seconds time, std::function<void()> action)
      : thread_([this, time, action = std::move(action)] {
          std::unique_lock lock(mutex_);
          if (!changed_.wait_for(lock, time, [this] { return met_; })) action();
        }) {}
  ~Deadline() {
    {
      const std::scoped_lock lock(mutex_);
      met_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool met_ = false;
  std::thread thread_;
};

std::vector<int> open_pipes() {
  std::vector<int> pipes;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    if (entry.is_fifo()) pipes.push_back(std::stoi(entry.path().filename()));
  return pipes;
}

/// Ends the process. A forked copy keeps its connections open for a while: if one closes, another
/// rank goes on within MPI_Finalize, where the launcher then misses the ranks that have left. The
/// copy closes all pipes: the launcher collects the exit status of a process when its output pipes
/// have closed, and takes a connection that closes earlier for a crash.
[[noreturn]] void leave(int status) {
  const std::vector<int> pipes = open_pipes();
  if (fork() == 0) {
    for (const int pipe : pipes) close(pipe);
    sleep(connections_kept_s);
    _exit(0);
  }
  std::_Exit(status);
}

}  // namespace

int launcher_rank() { return own_launch().rank; }

int launcher_ranks() {
  const auto& launch = own_launch();
  if (launch.ranks) return *launch.ranks;
  throw CannotRun(fmt::format(
      "{} does not tell how many ranks it started; expected the launcher of the MPI library",
      launch.by));
}

std::string default_launcher() {
  const char* given = std::getenv("TUTTI_MPIEXEC");
  if (given && *given) return given;
  return library_name() == "openmpi" ? TUTTI_LAUNCHER_OPENMPI : TUTTI_LAUNCHER_MPICH;
}

std::string own_program() { return tutti::program_path().string(); }

std::vector<std::string> launch_command_for(const std::string& launcher, int ranks,
                                            const std::vector<std::string>& program,
                                            const Environment& of_ranks) {
  std::istringstream stream(launcher);
  std::vector<std::string> command{std::istream_iterator<std::string>(stream), {}};
  command.insert(command.end(), {"-n", std::to_string(ranks)});
  if (!of_ranks.empty()) command.emplace_back("env");
  for (const auto& [name, value] : of_ranks) command.push_back(name + "=" + value);
  command.insert(command.end(), program.begin(), program.end());
  return command;
}

std::vector<std::string> launch_command(const std::string& launcher, int ranks,
                                        const std::vector<std::string>& arguments,
                                        const Environment& of_ranks) {
  std::vector<std::string> program{own_program()};
  program.insert(program.end(), arguments.begin(), arguments.end());
  return launch_command_for(launcher, ranks, program, of_ranks);
}

Environment bound_to_cores() {
  return {{"HYDRA_BINDING", "core"},
          {"OMPI_MCA_hwloc_base_binding_policy", "core:overload-allowed"}};
}

static std::string to_preload(const std::string& library) {
  return TUTTI_PRELOADED_FIRST + Installation::of_program().library(library).string();
}

std::string preload_library(bool overlap) {
  return to_preload(preloaded_library_name(TUTTI_MPI, overlap));
}

std::string recording_library() { return to_preload("libtutti-messages-" TUTTI_MPI ".so"); }

std::string launcher_mismatch() {
  const int started = own_launch().ranks.value_or(1);
  int together = 1;
  PMPI_Comm_size(MPI_COMM_WORLD, &together);
  if (started <= together) return "";
  return fmt::format(
      "{} processes were started, but each is alone: the launcher belongs to another MPI library "
      "than {} (LD_LIBRARY_PATH says where programs find theirs)",
      started, library_file());
}

MpiSession::MpiSession(bool threads, bool allow_mismatch) {
  own_launch();  // before MPI may set variables of its own
  const int required = threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE;
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(nullptr, nullptr, required, &provided);
  if (provided < required) {
    MPI_Finalize();
    throw CannotRun("the MPI library provides no MPI_THREAD_MULTIPLE");
  }
  if (const auto complaint = allow_mismatch ? "" : launcher_mismatch(); !complaint.empty()) {
    MPI_Finalize();
    throw CannotRun(complaint);
  }
}

MpiSession::~MpiSession() {
  PMPI_Barrier(MPI_COMM_WORLD);
  std::fflush(nullptr);
  const Deadline deadline(longest_finalize, [status = status_] {
    if (launcher_rank() == 0)
      fmt::print(stderr, "tutti: MPI_Finalize did not return; all was done before it\n");
    leave(status);
  });
  MPI_Finalize();
}

}  // namespace tutti
