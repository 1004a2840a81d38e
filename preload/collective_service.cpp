#include "preload/collective_service.hpp"

#include <chrono>
#include <exception>
#include <optional>
#include <span>
#include <utility>

#include "contract/comm_attribute.hpp"
#include "contract/datatype.hpp"
#include "optimized/fabric/idle_time_meter.hpp"
#include "optimized/overlap/deferred_free.hpp"
#include "optimized/overlap/input_copy.hpp"
#include "optimized/overlap/protectable_pages.hpp"
#include "optimized/overlap/unmap_and_fork.hpp"
#include "optimized/overlap/wait_for_call_buffers.hpp"
#include "preload/call_site.hpp"
#include "preload/complain.hpp"
#include "preload/generalized_request.hpp"
#include "preload/persistent_request.hpp"
#include "preload/valid_call.hpp"
#include "preload/window_memory.hpp"

namespace tutti::preload {
namespace {

/// Returns what the action returns, or MPI_ERR_OTHER if it throws: programs in C and Fortran cannot
/// catch exceptions.
template <class Action>
int or_error(Action action) try {
  return action();
} catch (const std::exception& error) {
  complain(error.what());
  return MPI_ERR_OTHER;
}

/// Runs the action, and calls the communicator's error handler if it fails.
template <class Action>
int run_for_program(const Call& call, Action action) {
  const int code = or_error(action);
  if (code != MPI_SUCCESS) PMPI_Comm_call_errhandler(call.comm, code);
  return code;
}

/// Waits until the memory that the call uses is accessible: pending data may have to wait for this
/// very call. It is not known what operations of the program read, so all memory must be accessible
/// for them.
void make_accessible_memory_of(const Call& call, const CallPlan& plan) {
  if (plan.valid && plan.op.builtin)
    overlap::wait_until_accessible(call, plan.rank, plan.sent_blocks, plan.received_blocks);
  else
    overlap::wait_until_all_accessible();
}

}  // namespace

int Service::serve(const Call& call, const void* site) {
  overlap::run_deferred_frees();
  if (report_ || overlapper_) site = caller_in_program(site);
  const auto plan = plan_call(call, overlap_protocols_.get());
  std::optional<CallReport::Timer> timer;
  if (report_) timer.emplace(*report_, CallReport::Key{site, plan.parameters, plan.determination});
  if (!plan.overlapping) return run_to_end(plan.determination.chosen, call, plan);
  Outcome outcome;
  const int failure = run_for_program(
      call, [&] { return error_code_of([&] { outcome = overlap(call, site, plan); }); });
  if (failure != MPI_SUCCESS) return failure;
  if (timer) timer->served_by(outcome.determination);
  return outcome.code;
}

/// Runs a call until it is complete; by the library if no protocol is chosen.
int Service::run_to_end(const ProtocolMetadata* chosen, const Call& call, const CallPlan& plan) {
  if (overlapper_) make_accessible_memory_of(call, plan);
  return chosen && chosen->protocol
             ? run_for_program(call, [&] { return run(*chosen->protocol, call); })
             : call_pmpi(call);
}

overlap::EarlyReturnDecision& Service::decision_of(MPI_Comm comm,
                                                   const OperationParameters& parameters) {
  const auto [place, fresh] = comm_attribute<ServedComm>(comm).decisions.try_emplace(parameters);
  if (fresh) place->second = orders_->decision(parameters);
  return place->second;
}

/// Returns true if calls with these parameters, which all ranks know, should return early.
bool Service::returns_early(MPI_Comm comm, const LearnedOrders::Key& key,
                            const overlap::EarlyReturnDecision::Expectation& expectation) {
  const std::chrono::duration<double> now = std::chrono::steady_clock::now().time_since_epoch();
  const auto sum_over_ranks = [comm](overlap::EarlyReturnDecision::Seconds seconds) {
    check(PMPI_Allreduce(MPI_IN_PLACE, &seconds, 2, MPI_DOUBLE, MPI_SUM, comm));
    return seconds;
  };
  auto& decision = decision_of(comm, key.parameters);
  const bool early = decision.begins(now.count(), expectation, sum_over_ranks);
  orders_->agreed(key, decision.agreed());
  return early;
}

double Service::guard_seconds(overlap::Pages pages) const {
  return pages.empty() ? 0 : page_seconds_ * static_cast<double>(pages.count());
}

template <class Action>
static double seconds_of(Action action) {
  using Clock = std::chrono::steady_clock;
  const auto begun = Clock::now();
  action();
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

/// Returns the pages of the receive buffer that may be protected; nothing if they may not. Other
/// processes access the memory of windows, and the program's own operations in started collectives
/// may access any memory.
std::optional<overlap::Pages> Service::protectable_pages(const Call& call, int rank, int ranks) {
  auto pages = overlap::protectable_pages_of(call, rank, ranks);
  if (pages && (ops_.any() || is_window_memory(*pages))) pages.reset();
  return pages;
}

/// Runs the call by the protocol for calls that overlap. Without priorities it does not return
/// early, but is run as at the ranks where it does; `otherwise` is then the reason.
Determination Service::run_overlapping(const Call& call, const CallPlan& plan,
                                       std::optional<overlap::Priorities> priorities,
                                       Reason otherwise) {
  const bool early = overlapper_->run(*plan.overlapping->protocol, call, plan.rank,
                                      plan.parameters.ranks, std::move(priorities));
  return {plan.overlapping, early ? Reason::overlap : otherwise};
}

/// Traces the accesses to the pages that a call received in `comm_seconds`. If there is no memory
/// for that, it only complains: the call has succeeded.
void Service::trace(const LearnedOrders::Key& key, const Call& call, int rank,
                    overlap::Pages received, double comm_seconds) try {
  // Allocates memory now. In the first call that returns early, fresh memory would make that call
  // look worse than the later ones are.
  const double init_seconds = seconds_of([&] {
    if (!received.empty()) overlap::InputCopy(call, rank, key.parameters.ranks).copy_available();
  });
  decision_of(call.comm, key.parameters).discount(init_seconds + guard_seconds(received));
  orders_->traced(key, {tracer_->trace(received), comm_seconds, init_seconds});
} catch (const std::bad_alloc&) {
  complain("there is no memory to trace a call");
}

Service::Outcome Service::overlap(const Call& call, const void* site, const CallPlan& plan) {
  const LearnedOrders::Key key{site, plan.parameters};
  const int rank = plan.rank, ranks = plan.parameters.ranks;
  // Also parts of pages: the thread that fetches writes the data that arrive there, and must not
  // wait.
  overlap::wait_until_receive_blocks_accessible(call, rank, ranks);
  const auto protectable = protectable_pages(call, rank, ranks);
  const auto received = protectable.value_or(overlap::Pages{});
  const bool reducing = traits(call.collective).reducing;
  const bool tells = !reducing && overlap::AccessTracer::pays_for(received);
  const double trace_seconds = tells ? guard_seconds(received) : LearnedOrders::no_trace;
  const bool early =
      configuration_.overlaps_always ||
      returns_early(call.comm, key,
                    {orders_->hidden_seconds(key, trace_seconds), guard_seconds(received)});
  auto priorities =
      reducing ? overlap::Priorities{} : orders_->priorities(key, early, trace_seconds);
  // Reductions always run by the same protocol: another one would round differently, and whether a
  // call returns early depends on times.
  if (reducing || (early && priorities)) {
    if (!early || !protectable) priorities.reset();
    const auto otherwise = early || !protectable ? Reason::blocking : Reason::worthless;
    return {MPI_SUCCESS, run_overlapping(call, plan, std::move(priorities), otherwise)};
  }
  // All ranks use the same protocol, whichever of them trace the call.
  const auto* chosen = early ? plan.overlapping : plan.determination.chosen;
  int code = MPI_SUCCESS;
  const fabric::IdleTimeMeter idle;
  const double comm_seconds = seconds_of([&] { code = run_to_end(chosen, call, plan); });
  if (const auto seconds = idle.seconds()) decision_of(call.comm, key.parameters).waited(*seconds);
  if (!priorities && code == MPI_SUCCESS) trace(key, call, rank, received, comm_seconds);
  const auto reason = !protectable ? Reason::blocking
                      : priorities ? Reason::worthless
                                   : Reason::traced;
  return {code, {chosen, reason}};
}

/// Returns the program's own handles that the call uses. Arguments that are not significant at this
/// rank may be invalid, and are left alone.
Handles Service::handles_of(const Call& call, const CallPlan& plan) {
  Handles handles;
  const auto& about = traits(call.collective);
  const auto hold = [&](MPI_Datatype type) {
    if (!is_builtin(type)) handles.types.push_back(types_.hold(type));
  };
  const auto hold_all = [&](int blocks, const Counts& counts, const MPI_Datatype* types) {
    for (int i = 0; i < blocks; ++i)
      if (counts[i] > 0) hold(types[i]);
  };
  const bool moves = call.collective != Collective::barrier;
  if (about.typed_per_block) {
    if (sends(call, plan.rank)) hold_all(plan.sent_blocks, call.send_counts, call.send_types);
    hold_all(plan.received_blocks, call.receive_counts, call.receive_types);
  } else {
    if (!about.reducing && sends(call, plan.rank)) hold(call.send_type);
    if (moves && (about.reducing || receives(call, plan.rank))) hold(call.receive_type);
  }
  if (about.reducing && !plan.op.builtin) handles.op = ops_.hold(call.op);
  return handles;
}

/// Returns the plan of a call that does not wait for its end; by the library if the protocol is not
/// can_start(protocol).
template <class CanStart>
CallPlan Service::plan_start(const Call& call, CanStart can_start) const {
  auto plan = plan_call(call, nullptr);
  const auto* protocol = plan.determination.protocol();
  if (protocol && !(advances_started_ && can_start(*protocol)))
    plan.determination = {.reason = Reason::unstartable};
  return plan;
}

int Service::start(const Call& call, const void* site, MPI_Request* request) {
  const auto plan =
      plan_start(call, [&](const Protocol& protocol) { return startable(protocol, call.comm); });
  const auto* protocol = plan.determination.protocol();
  if (overlapper_) make_accessible_memory_of(call, plan);
  std::optional<CallReport::Timer> timer;
  if (report_)
    timer.emplace(*report_,
                  CallReport::Key{caller_in_program(site), plan.parameters, plan.determination});
  if (!protocol) return start_pmpi(call, request);
  const int code = start_for_program(*protocol, call, handles_of(call, plan), request);
  if (thread_) thread_->wake();
  return code;
}

/// Counts the call in the report where it is initialized: starts do not tell where they come from.
int Service::initialize(const Call& call, const void* site, MPI_Info info, MPI_Request* request) {
  const auto plan = plan_start(call, [&](const Protocol& protocol) {
    return protocol.engine == Engine::active && has_room_for_persistent_request(call.comm);
  });
  const auto* protocol = plan.determination.protocol();
  std::optional<CallReport::Timer> timer;
  if (report_)
    timer.emplace(*report_,
                  CallReport::Key{caller_in_program(site), plan.parameters, plan.determination});
  if (!protocol) return initialize_pmpi(call, info, request);
  return run_for_program(call, [&] {
    return make_persistent_request(*protocol, call, handles_of(call, plan), request);
  });
}

int Service::start_requests(std::span<MPI_Request> requests) {
  if (overlapper_) overlap::wait_until_all_accessible();
  for (MPI_Request& request : requests) {
    const auto served = start_persistent_request(request);
    const int code = served ? *served : PMPI_Start(&request);
    if (code != MPI_SUCCESS) return code;
    if (served && thread_) thread_->wake();
  }
  return MPI_SUCCESS;
}

int made(int code, const MPI_Comm* comm) {
  const auto* const service = Service::running();
  if (!service || code != MPI_SUCCESS) return code;
  return or_error([&] {
    service->made(*comm);
    return code;
  });
}

int free_op(MPI_Op* op) {
  auto* const service = Service::running();
  return service ? service->free_op(op) : PMPI_Op_free(op);
}

int free_type(MPI_Datatype* type) {
  auto* const service = Service::running();
  return service ? service->free_type(type) : PMPI_Type_free(type);
}

int serve(const Call& call, const void* site) {
  auto* const service = Service::running();
  return service ? or_error([&] { return service->serve(call, site); }) : call_pmpi(call);
}

int start(const Call& call, const void* site, MPI_Request* request) {
  auto* const service = Service::running();
  return service ? or_error([&] { return service->start(call, site, request); })
                 : start_pmpi(call, request);
}

int initialize(const Call& call, const void* site, MPI_Info info, MPI_Request* request) {
  auto* const service = Service::running();
  return service ? or_error([&] { return service->initialize(call, site, info, request); })
                 : initialize_pmpi(call, info, request);
}

int start_request(MPI_Request* request) {
  auto* const service = Service::running();
  if (!service || !request) return PMPI_Start(request);
  return or_error([&] { return service->start_requests({request, 1}); });
}

int start_requests(int count, MPI_Request* requests) {
  auto* const service = Service::running();
  if (!service || count <= 0 || !requests) return PMPI_Startall(count, requests);
  return or_error([&] {
    return service->start_requests({requests, static_cast<std::size_t>(count)});
  });
}

}  // namespace tutti::preload
