#include "preload/service.hpp"

#include <chrono>
#include <exception>
#include <optional>
#include <utility>

#include "contract/comm_attribute.hpp"
#include "contract/datatype.hpp"
#include "optimized/fabric/idle_timer.hpp"
#include "optimized/overlap/accessible_buffers.hpp"
#include "optimized/overlap/deferred_free.hpp"
#include "optimized/overlap/input_copy.hpp"
#include "optimized/overlap/memory_events.hpp"
#include "optimized/overlap/receive_blocks.hpp"
#include "preload/call_site.hpp"
#include "preload/complain.hpp"
#include "preload/started_call.hpp"
#include "preload/valid_call.hpp"
#include "preload/window_memory.hpp"

namespace tutti::preload {
namespace {

/// What the action returns: programs in C and Fortran know no exceptions.
template <class Action>
int or_error(Action action) try {
  return action();
} catch (const std::exception& error) {
  complain(error.what());
  return MPI_ERR_OTHER;
}

/// Runs the action; errors go where the communicator's own do.
template <class Action>
int run_for_program(const Call& call, Action action) {
  const int code = or_error(action);
  if (code != MPI_SUCCESS) PMPI_Comm_call_errhandler(call.comm, code);
  return code;
}

/// Whatever is executed now may be what the data wait for that are still to come. What the program's own
/// operations read nobody knows.
void open_memory_of(const Call& call, const CallPlan& plan) {
  if (plan.valid && plan.op.builtin)
    overlap::wait_until_accessible(call, plan.rank, plan.parameters.ranks);
  else
    overlap::wait_until_all_accessible();
}

}  // namespace

int Service::serve(const Call& call, const void* site) {
  overlap::run_deferred_frees();
  if (report_ || overlapper_) site = place_in_program(site);
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

/// By the library where no protocol is chosen.
int Service::run_to_end(const ProtocolMetadata* chosen, const Call& call, const CallPlan& plan) {
  if (overlapper_) open_memory_of(call, plan);
  return chosen && chosen->protocol
             ? run_for_program(call, [&] { return run(*chosen->protocol, call); })
             : call_beneath(call);
}

overlap::EarlyReturnDecision& Service::decision_of(MPI_Comm comm,
                                                   const OperationParameters& parameters) {
  const auto [place, fresh] = comm_attribute<ServedComm>(comm).decisions.try_emplace(parameters);
  if (fresh) place->second = orders_->decision(parameters);
  return place->second;
}

/// Whether such calls, which all ranks know by their parameters, are better to return early.
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

/// Memory of windows is reached by other processes, and operations of the program's that what was started
/// runs must find all memory open.
std::optional<overlap::Pages> Service::protectable_pages(const Call& call, int rank, int ranks) {
  auto pages = overlap::protectable_pages_of(call, rank, ranks);
  if (pages && (ops_.any() || is_window_memory(*pages))) pages.reset();
  return pages;
}

/// Without priorities it does not return early, but is run as at those ranks where it does. Then `otherwise`
/// is why.
Determination Service::run_overlapping(const Call& call, const CallPlan& plan,
                                       std::optional<overlap::Priorities> priorities,
                                       Reason otherwise) {
  const bool early = overlapper_->run(*plan.overlapping->protocol, call, plan.rank,
                                      plan.parameters.ranks, std::move(priorities));
  return {plan.overlapping, early ? Reason::overlap : otherwise};
}

/// Of a call that took so long, and received these pages. It has succeeded, also where it cannot be traced.
void Service::trace(const LearnedOrders::Key& key, const Call& call, int rank,
                    overlap::Pages received, double comm_seconds) try {
  // Fresh memory in the first call that returns early would make that look worse than the others are.
  const double init_seconds = seconds_of([&] {
    if (!received.empty()) overlap::InputCopy(call, rank, key.parameters.ranks).copy_sent();
  });
  decision_of(call.comm, key.parameters).discount(init_seconds + guard_seconds(received));
  orders_->traced(key, {tracer_->trace(received), comm_seconds, init_seconds});
} catch (const std::bad_alloc&) {
  complain("there is no memory to trace a call");
}

Service::Outcome Service::overlap(const Call& call, const void* site, const CallPlan& plan) {
  const LearnedOrders::Key key{site, plan.parameters};
  const int rank = plan.rank, ranks = plan.parameters.ranks;
  // Also parts of pages: what arrives there is written by who fetches, and must not wait.
  overlap::wait_until_receive_blocks_accessible(call, rank, ranks);
  const auto closable = protectable_pages(call, rank, ranks);
  const auto received = closable.value_or(overlap::Pages{});
  const bool reducing = traits(call.collective).reducing;
  const bool tells = !reducing && overlap::AccessTracer::pays_for(received);
  const double trace_seconds = tells ? guard_seconds(received) : LearnedOrders::no_trace;
  const bool early =
      configuration_.overlaps_always ||
      returns_early(call.comm, key,
                    {orders_->hidden_seconds(key, trace_seconds), guard_seconds(received)});
  auto priorities =
      reducing ? overlap::Priorities{} : orders_->priorities(key, early, trace_seconds);
  // Another protocol would round reductions otherwise, and when a call returns early depends on the time.
  if (reducing || (early && priorities)) {
    if (!early || !closable) priorities.reset();
    const auto otherwise = early || !closable ? Reason::blocking : Reason::worthless;
    return {MPI_SUCCESS, run_overlapping(call, plan, std::move(priorities), otherwise)};
  }
  // All ranks run it by the same protocol, whichever of them trace it.
  const auto* chosen = early ? plan.overlapping : plan.determination.chosen;
  int code = MPI_SUCCESS;
  const fabric::IdleTimer idle;
  const double comm_seconds = seconds_of([&] { code = run_to_end(chosen, call, plan); });
  if (const auto seconds = idle.seconds()) decision_of(call.comm, key.parameters).waited(*seconds);
  if (!priorities && code == MPI_SUCCESS) trace(key, call, rank, received, comm_seconds);
  const auto reason = !closable    ? Reason::blocking
                      : priorities ? Reason::worthless
                                   : Reason::traced;
  return {code, {chosen, reason}};
}

/// What is not significant at this rank may be no handle.
Handles Service::handles_of(const Call& call, const CallPlan& plan) {
  Handles handles;
  const bool reducing = traits(call.collective).reducing;
  const bool moves = call.collective != Collective::barrier;
  if (!reducing && sends(call, plan.rank) && !is_builtin(call.send_type))
    handles.send_type = types_.hold(call.send_type);
  if (moves && (reducing || receives(call, plan.rank)) && !is_builtin(call.receive_type))
    handles.receive_type = types_.hold(call.receive_type);
  if (reducing && !plan.op.builtin) handles.op = ops_.hold(call.op);
  return handles;
}

int Service::start(const Call& call, const void* site, MPI_Request* request) {
  auto plan = plan_call(call, nullptr);
  if (overlapper_) open_memory_of(call, plan);
  const auto* protocol = plan.determination.protocol();
  if (protocol && !(starts_ && startable(*protocol, call.comm))) {
    protocol = nullptr;
    plan.determination = {.reason = Reason::unstartable};
  }
  std::optional<CallReport::Timer> timer;
  if (report_)
    timer.emplace(*report_,
                  CallReport::Key{place_in_program(site), plan.parameters, plan.determination});
  if (!protocol) return start_beneath(call, request);
  const int code = start_for_program(*protocol, call, handles_of(call, plan), request);
  if (thread_) thread_->wake();
  return code;
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

int start(const Call& call, const void* site, MPI_Request* request) {
  auto* const service = Service::running();
  return service ? or_error([&] { return service->start(call, site, request); })
                 : start_beneath(call, request);
}

int serve(const Call& call, const void* site) {
  auto* const service = Service::running();
  return service ? or_error([&] { return service->serve(call, site); }) : call_beneath(call);
}

}  // namespace tutti::preload
