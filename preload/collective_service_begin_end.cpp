#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string_view>
#include <thread>
#include <utility>

#include "contract/comm_attribute.hpp"
#include "contract/installation.hpp"
#include "contract/library_version.hpp"
#include "contract/thread_mutex.hpp"
#include "optimized/active_messages/engine.hpp"
#include "optimized/fabric/backoff.hpp"
#include "optimized/fabric/port.hpp"
#include "optimized/overlap/deferred_free.hpp"
#include "optimized/overlap/protectable_pages.hpp"
#include "optimized/overlap/unmap_and_fork.hpp"
#include "preload/collective_service.hpp"
#include "preload/complain.hpp"
#include "preload/holds_everywhere.hpp"
#include "preload/library_threads.hpp"
#include "preload/library_variant.hpp"
#include "preload/persistent_request.hpp"
#include "preload/progress_hook.hpp"

// Start and end of the service, and the work of its threads in the background.
namespace tutti::preload {
namespace {

constexpr int bad_usage = 2;

/// Limits of the sleep between two probes for messages of the MPI library.
constexpr std::chrono::nanoseconds shortest_nap = std::chrono::milliseconds(1),
                                   longest_nap = std::chrono::milliseconds(10);
/// Time between two checks for peers that have gone. While the program computes, only the
/// background thread checks the peers whose data it waits for.
constexpr std::chrono::nanoseconds between_looks_after_peers = std::chrono::seconds(1);

/// Aborts the program: the data are lost, and nothing may wait for them.
void give_up(const std::string& failure) {
  complain("a collective that the program has left failed: " + failure);
  PMPI_Abort(MPI_COMM_WORLD, MPI_ERR_OTHER);
}

/// Lets the MPI library progress its messages. A peer may have to send or receive one before it
/// calls the collective whose data a thread of this program waits for, outside of MPI. Each probe
/// takes time from the program, so the sleep grows with the time that a call has been pending. A
/// probe that finds a message makes no progress, nor does one on MPI_COMM_SELF under MPICH: `empty`
/// has no messages.
void probe_messages(MPI_Comm empty, std::chrono::nanoseconds under_way) {
  int found = 0;
  PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, empty, &found, MPI_STATUS_IGNORE);
  std::this_thread::sleep_for(std::clamp(under_way / 4, shortest_nap, longest_nap));
}

/// Progress in the background, while the program computes. Sleeps until something arrives, since
/// polling would take time from the program.
class BackgroundProgress {
 public:
  void operator()(std::chrono::nanoseconds under_way) {
    if (!active::progress_started()) active::await_arrival();
    if (under_way < looked_) looked_ = {};
    if (under_way - looked_ < between_looks_after_peers) return;
    looked_ = under_way;
    active::check_started();
  }

 private:
  std::chrono::nanoseconds looked_{};
};

void prepare_background_thread() {
  prefer_low_latency();
  overlap::defer_frees_of_this_thread();
}

}  // namespace

Service* Service::running_ = nullptr;

Service::Service(Configuration configuration) : configuration_(std::move(configuration)) {
  int threads = MPI_THREAD_SINGLE;
  check(PMPI_Query_thread(&threads));
  if (configuration_.guard || may_choose_active()) port_ = fabric::port();
  if (configuration_.guard)
    begin_overlap();
  else if (port_ && threads == MPI_THREAD_MULTIPLE)
    thread_ = std::make_unique<ProgressThread>(
        [backoff = fabric::Backoff()](auto) mutable { active::make_progress(backoff); });
  if (!configuration_.report_path.empty())
    report_ = std::make_unique<CallReport>(configuration_.report_path, configuration_.complaint,
                                           overlapper_ ? overlapper_->guard().name() : "");
}

void Service::begin_overlap() {
  ThreadMutex::block_signals_while_locked();
  overlap::watch_memory();
  overlap_protocols_ = std::make_unique<OverlapProtocols>();
  thread_ = std::make_unique<ProgressThread>(BackgroundProgress(), prepare_background_thread);
  // A second thread, since one that waits for the library's lock cannot advance what the holder of
  // the lock waits for.
  message_thread_ = std::make_unique<ProgressThread>(
      [this](auto under_way) { probe_messages(probe_comm_->handle(), under_way); },
      prepare_background_thread);
  overlapper_ =
      std::make_unique<overlap::Overlapper>(std::move(configuration_.guard), give_up, [this] {
        thread_->wake();
        message_thread_->wake();
      });
  page_seconds_ = overlapper_->guard().seconds_per_page();
  orders_ = std::make_unique<LearnedOrders>(std::move(configuration_.learning), world_rank());
  tracer_ = std::make_unique<overlap::AccessTracer>(overlapper_->guard());
  std::atexit(abandon);
  std::at_quick_exit(abandon);
}

bool Service::may_choose_active() const {
  return configuration_.selector && configuration_.selector->may_choose(Engine::active);
}

/// Aborts the program on an error: other ranks may wait for a rank that cannot go on.
void Service::join() try {
  if (overlapper_) probe_comm_ = std::make_unique<PrivateComm>(MPI_COMM_WORLD);
  advances_started_ =
      may_choose_active() && holds_everywhere(thread_ || hook_into_progress(), MPI_COMM_WORLD);
  if (!advances_started_) return;
  prepare(MPI_COMM_WORLD);
  if (std::ranges::any_of(all_collectives(), library_has_persistent)) prepare_persistent_requests();
} catch (const std::exception& error) {
  complain(error.what());
  PMPI_Abort(MPI_COMM_WORLD, bad_usage);
}

/// Returns a service; null at all ranks, with the reason in `complaint`, if one rank cannot have
/// it. Collective over MPI_COMM_WORLD.
std::unique_ptr<Service> Service::create_everywhere(Configuration configuration,
                                                    std::string& complaint) {
  std::unique_ptr<Service> service;
  std::string failure;
  try {
    service.reset(new Service(std::move(configuration)));
  } catch (const std::exception& error) {
    failure = error.what();
  }
  failure = complaint_of_any(failure);
  if (failure.empty()) return service;
  complaint = failure;
  return nullptr;
}

void Service::begin() try {
  auto configuration = configure();
  auto complaint = configuration.complaint;
  std::unique_ptr<Service> service;
  if (configuration.selector || configuration.guard || !configuration.report_path.empty())
    service = create_everywhere(std::move(configuration), complaint);
  if (!complaint.empty() && world_rank() == 0)
    complain(complaint + "; the library's own collectives serve");
  if (service) service->join();
  running_ = service.release();
} catch (const std::exception& error) {
  if (world_rank() == 0) complain(error.what());
  PMPI_Finalize();
  std::_Exit(bad_usage);
}

void Service::end() try {
  std::unique_ptr<Service> ending(std::exchange(running_, nullptr));
  if (ending && ending->orders_) ending->orders_->write();
  if (ending && ending->report_) ending->report_->write();
  const auto port = ending ? std::move(ending->port_) : nullptr;
  ending.reset();
  overlap::run_deferred_frees();
  // Communicators that the program has not freed keep the port alive beyond MPI_Finalize.
  if (port) port->send_the_rest();
} catch (const std::exception& error) {
  complain(error.what());
}

/// Does nothing in a child process: that has its parent's service, but no threads that advance
/// anything.
void Service::abandon() noexcept {
  if (running_ && running_->overlapper_ && running_->process_ == getpid())
    running_->overlapper_->finish_returned();
}

/// Leaves most communicators to the program, since the library has only a limited number.
void Service::made(MPI_Comm comm) const {
  if (comm == MPI_COMM_NULL || !(configuration_.selector || overlap_protocols_)) return;
  auto& served = comm_attribute<ServedComm>(comm);
  if (!served.eligible) return;
  if (!holds_everywhere(ServedComm::eligible_count <= ServedComm::eligible_max, comm))
    served.leave_to_library();
  else if (advances_started_)
    prepare(comm);
}

namespace {

/// Ends the process if the program runs under another MPI library than this one was built for:
/// handles of another ABI mean nothing to it, so that no function of MPI can be called with them.
void refuse_other_libraries() {
  const std::string file = library_file();
  const bool has_standard_abi =
      std::filesystem::path(file).filename().string().starts_with("libmpi_abi");
  const std::string_view runs = has_standard_abi ? "abi" : library_name();
  if (runs == built_for || runs.empty()) return;
  complain(fmt::format("{} is preloaded, but the program's MPI library is {}: expected {}",
                       preloaded_library_name(built_for, can_overlap), file,
                       preloaded_library_name(runs, can_overlap)));
  std::_Exit(bad_usage);
}

int begun(int code) {
  if (code == MPI_SUCCESS) Service::begin();
  return code;
}

}  // namespace

int initialize_mpi(int* argc, char*** argv) {
  refuse_other_libraries();
  int provided = MPI_THREAD_SINGLE;
  return overlap_is_wanted() ? initialize_mpi(argc, argv, MPI_THREAD_MULTIPLE, &provided)
                             : begun(PMPI_Init(argc, argv));
}

int initialize_mpi(int* argc, char*** argv, int required, int* provided) {
  refuse_other_libraries();
  if (!overlap_is_wanted()) return begun(PMPI_Init_thread(argc, argv, required, provided));
  const LibraryThreads started;
  return begun(PMPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, provided));
}

}  // namespace tutti::preload
