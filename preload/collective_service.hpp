#pragma once

#include <unistd.h>

#include <memory>
#include <optional>
#include <span>

#include "contract/call.hpp"
#include "optimized/fabric/port.hpp"
#include "optimized/overlap/access_tracer.hpp"
#include "optimized/overlap/overlapper.hpp"
#include "preload/call_plan.hpp"
#include "preload/call_report.hpp"
#include "preload/configuration.hpp"
#include "preload/generalized_request.hpp"
#include "preload/handles_in_use.hpp"
#include "preload/learned_orders.hpp"
#include "preload/overlap_protocols.hpp"
#include "preload/progress_thread.hpp"

namespace tutti::preload {

/// The service between a program and its MPI library, from MPI_Init to MPI_Finalize. Serves each
/// collective by the protocol that was chosen for it, and passes the rest to the library. One per
/// process.
class Service {
 public:
  /// Starts the service, after MPI_Init. Ends the process if the environment variables ask for
  /// something impossible. Collective over MPI_COMM_WORLD.
  static void begin();
  /// Ends the service, before MPI_Finalize. Collective over MPI_COMM_WORLD.
  static void end();
  /// Completes the calls that have returned early, in a process that ends without MPI_Finalize:
  /// they would be complete if they had not returned early.
  static void abandon() noexcept;
  /// Returns the service; null before begin() and after end().
  static Service* running() { return running_; }

  /// Serves a blocking call. `site` is the address in the program that it comes from. Returns MPI's
  /// error code.
  int serve(const Call& call, const void* site);
  /// Starts a nonblocking call; otherwise as serve().
  int start(const Call& call, const void* site, MPI_Request* request);
  /// Initializes a persistent call. Collective over its communicator; otherwise as serve().
  int initialize(const Call& call, const void* site, MPI_Info info, MPI_Request* request);
  /// Starts persistent requests of any kind. Returns MPI's error code.
  int start_requests(std::span<MPI_Request> requests);
  /// Prepares a communicator that the program has created. Collective over the communicator.
  void made(MPI_Comm comm) const;
  /// Frees an operation or a datatype for the program. Returns MPI's error code.
  int free_op(MPI_Op* op) { return ops_.free(op, MPI_OP_NULL); }
  int free_type(MPI_Datatype* type) { return types_.free(type, MPI_DATATYPE_NULL); }

  /// Returns the selector; null if the library's own collectives serve all calls.
  const Selector* selector() const { return configuration_.selector.get(); }

 private:
  /// The result of a call that might have returned early.
  struct Outcome {
    int code = MPI_SUCCESS;
    Determination determination = {};
  };

  /// Does what a rank does alone; may throw at this rank only.
  explicit Service(Configuration configuration);
  void begin_overlap();
  static std::unique_ptr<Service> create_everywhere(Configuration configuration,
                                                    std::string& complaint);
  /// Does what all ranks do together. Collective over MPI_COMM_WORLD.
  void join();
  bool may_choose_active() const;
  template <class CanStart>
  CallPlan plan_start(const Call& call, CanStart can_start) const;
  Handles handles_of(const Call& call, const CallPlan& plan);
  overlap::EarlyReturnDecision& decision_of(MPI_Comm comm, const OperationParameters& parameters);
  bool returns_early(MPI_Comm comm, const LearnedOrders::Key& key,
                     const overlap::EarlyReturnDecision::Expectation& expectation);
  double guard_seconds(overlap::Pages pages) const;
  std::optional<overlap::Pages> protectable_pages(const Call& call, int rank, int ranks);
  int run_to_end(const ProtocolMetadata* chosen, const Call& call, const CallPlan& plan);
  Determination run_overlapping(const Call& call, const CallPlan& plan,
                                std::optional<overlap::Priorities> priorities, Reason otherwise);
  void trace(const LearnedOrders::Key& key, const Call& call, int rank, overlap::Pages received,
             double comm_seconds);
  Outcome overlap(const Call& call, const void* site, const CallPlan& plan);

  /// The service; never destroyed in a process that ends without MPI_Finalize.
  static Service* running_;

  const pid_t process_ = getpid();
  Configuration configuration_;
  OpsInUse ops_;
  TypesInUse types_;
  std::shared_ptr<fabric::Port> port_;  ///< null if nothing uses the active engine
  bool advances_started_ = false;       ///< whether started collectives are advanced
  std::unique_ptr<CallReport> report_;  ///< null without TUTTI_REPORT
  std::unique_ptr<OverlapProtocols> overlap_protocols_;
  std::unique_ptr<PrivateComm> probe_comm_;  ///< of all processes, without any messages
  std::unique_ptr<ProgressThread> thread_, message_thread_;
  std::unique_ptr<overlap::Overlapper> overlapper_;
  std::unique_ptr<LearnedOrders> orders_;
  std::unique_ptr<overlap::AccessTracer> tracer_;
  double page_seconds_ = 0;  ///< seconds that the guard takes per page
};

/// Initializes MPI, as MPI_Init and MPI_Init_thread do, and starts the service. Asks for
/// MPI_THREAD_MULTIPLE if calls are to overlap. Returns MPI's error code.
int initialize_mpi(int* argc, char*** argv);
int initialize_mpi(int* argc, char*** argv, int required, int* provided);
/// Serves or starts a call of the program; passes it to the library if no service runs.
int serve(const Call& call, const void* site);
int start(const Call& call, const void* site, MPI_Request* request);
/// Initializes a persistent call of the program; passes it to the library if no service runs.
int initialize(const Call& call, const void* site, MPI_Info info, MPI_Request* request);
/// Starts persistent requests of the program, as MPI_Start and MPI_Startall do.
int start_request(MPI_Request* request);
int start_requests(int count, MPI_Request* requests);
/// Prepares a communicator that the library has just created, unless `code` is an error. Returns
/// the error code.
int made(int code, const MPI_Comm* comm);
int free_op(MPI_Op* op);
int free_type(MPI_Datatype* type);

}  // namespace tutti::preload
