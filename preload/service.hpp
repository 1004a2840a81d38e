#pragma once

#include <unistd.h>

#include <memory>
#include <optional>

#include "contract/call.hpp"
#include "optimized/fabric/port.hpp"
#include "optimized/overlap/access_tracer.hpp"
#include "optimized/overlap/overlapper.hpp"
#include "preload/call_plan.hpp"
#include "preload/call_report.hpp"
#include "preload/configuration.hpp"
#include "preload/handles_in_use.hpp"
#include "preload/learned_orders.hpp"
#include "preload/overlap_protocols.hpp"
#include "preload/progress_thread.hpp"
#include "preload/started_call.hpp"

namespace tutti::preload {

/// What stands between a program and its MPI library, from MPI_Init to MPI_Finalize: serves each
/// collective by the protocol that was chosen for it, and hands the rest to the library. Belongs to
/// the process.
class Service {
 public:
  /// Collective over the world, behind MPI_Init. Ends the process where the environment asks for what
  /// there is not.
  static void begin();
  /// Collective over the world, before MPI_Finalize.
  static void end();
  /// The process ends without MPI_Finalize: what it has left behind is finished, as it would be had no call
  /// returned early.
  static void abandon() noexcept;
  /// Null before begin() and after end().
  static Service* running() { return running_; }

  /// Serves the call. `site` is where the program calls from. Returns MPI's error code.
  int serve(const Call& call, const void* site);
  /// Starts it.
  int start(const Call& call, const void* site, MPI_Request* request);
  /// The program has made a communicator. Collective over it.
  void made(MPI_Comm comm) const;
  /// The program frees an operation, or a datatype. Returns MPI's error code.
  int free_op(MPI_Op* op) { return ops_.free(op, MPI_OP_NULL); }
  int free_type(MPI_Datatype* type) { return types_.free(type, MPI_DATATYPE_NULL); }

  /// Null if the library's own collectives serve all.
  const Selector* selector() const { return configuration_.selector.get(); }

 private:
  /// What became of a call that might have returned early.
  struct Outcome {
    int code = MPI_SUCCESS;
    Determination determination = {};
  };

  /// What a rank does alone: throws at this one only.
  explicit Service(Configuration configuration);
  void begin_overlap();
  static std::unique_ptr<Service> made_alike(Configuration configuration, std::string& complaint);
  /// What all ranks of the world do together.
  void join();
  bool may_choose_active() const;
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

  /// Lives on in a process that ends without MPI_Finalize.
  static Service* running_;

  const pid_t process_ = getpid();
  Configuration configuration_;
  OpsInUse ops_;
  TypesInUse types_;
  std::shared_ptr<fabric::Port> port_;  ///< null where nothing can be active
  bool starts_ = false;                 ///< somebody goes on with what was started
  std::unique_ptr<CallReport> report_;  ///< null if nobody asked for it
  std::unique_ptr<OverlapProtocols> overlap_protocols_;
  std::unique_ptr<PrivateComm> empty_;  ///< of the world, without any messages
  std::unique_ptr<ProgressThread> thread_, message_thread_;
  std::unique_ptr<overlap::Overlapper> overlapper_;
  std::unique_ptr<LearnedOrders> orders_;
  std::unique_ptr<overlap::AccessTracer> tracer_;
  double page_seconds_ = 0;  ///< that the guard takes
};

/// MPI_Init and MPI_Init_thread, with all threads that are needed beside the program's.
int initialize(int* argc, char*** argv);
int initialize(int* argc, char*** argv, int required, int* provided);
/// Serves a call of the program.
int serve(const Call& call, const void* site);
int start(const Call& call, const void* site, MPI_Request* request);
/// Tells of a communicator that the library has just made, if it returned no error. Returns its code.
int made(int code, const MPI_Comm* comm);
int free_op(MPI_Op* op);
int free_type(MPI_Datatype* type);

}  // namespace tutti::preload
