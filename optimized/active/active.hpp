#pragma once

#include "contract/call.hpp"
#include "optimized/active/message_protocol.hpp"
#include "optimized/active/started_collectives.hpp"
#include "optimized/fabric/backoff.hpp"
#include "optimized/schedule/algorithm.hpp"
#include "optimized/team/team.hpp"

namespace tutti::active {

class ControlStructure;

/// The control structure of a communicator, made at its first use by all its ranks together.
ControlStructure& control_of(MPI_Comm comm);
/// Whether it has been made, which is the same at all ranks between two collectives.
bool has_control(MPI_Comm comm);
Team& team_of(ControlStructure& control);

/// Executes the plan over active messages: two layers instead of three. Called by
/// all ranks of the communicator that the control structure belongs to. Throws MpiError, and
/// FabricError where a peer is gone.
/// Source: US patent 8,056,090.
void run(ControlStructure& control, const Call& call, const SharedPlan& plan,
         const MessageOptions& options);

/// Starts the same, and returns. What `call` points to stays as it is until `done` is called, by
/// progress_started() or by whatever collective this process waits in. `done` may not throw.
void start(ControlStructure& control, const Call& call, const SharedPlan& plan,
           const MessageOptions& options, Done done);

/// Of the last operation that was run to its end.
const Arrivals& arrivals(const ControlStructure& control);

/// Waits until the condition holds, which what was started brings about: asked with the port's mutex
/// held. Throws FabricError.
void wait(ControlStructure& control, const std::function<bool()>& holds);
/// Waits until all that was started is over.
void settle(ControlStructure& control);

/// There is more in a supply: what was started goes on with it, now, or as soon as a thread that makes
/// progress already has done so. `looks`: also for what has arrived.
void input_grew(bool looks) noexcept;

/// Goes on with all collectives of this process that were started, and is cheap if there are none:
/// to be called whenever there is time. False if nothing moved.
bool progress_started() noexcept;

/// The same for who waits for it: polite where nothing moves.
void make_progress(fabric::Backoff& waiting) noexcept;

bool any_started() noexcept;

/// Ends with an error what was started and needs a peer that has gone: asks after each.
void check_started() noexcept;

/// Sleeps until something may have arrived for what was started.
void await_arrival() noexcept;

}  // namespace tutti::active
