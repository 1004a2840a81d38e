#pragma once

#include <memory>

#include "contract/call.hpp"
#include "optimized/active_messages/message_protocol.hpp"
#include "optimized/active_messages/started_collectives.hpp"
#include "optimized/fabric/backoff.hpp"
#include "optimized/schedule/algorithm.hpp"
#include "optimized/team/team.hpp"

namespace tutti::active {

class ControlStructure;

/// Returns the control structure of a communicator. Made at the first call, which is collective
/// over the communicator.
ControlStructure& control_of(MPI_Comm comm);
/// Returns whether the control structure has been made. The same at all ranks between two
/// collectives.
bool has_control(MPI_Comm comm);
Team& team_of(ControlStructure& control);
/// Returns a control structure of the same processes apart from the communicator's own, which the
/// communicator need not outlive. Collective over the communicator. Throws MpiError and FabricError.
std::shared_ptr<ControlStructure> separate_control(MPI_Comm comm);

/// Executes the plan over active messages, which takes two software layers instead of three.
/// Collective over the communicator of the control structure. Throws MpiError, and FabricError if a
/// peer is gone.
/// Source: US patent 8,056,090.
void run(ControlStructure& control, const Call& call, const SharedPlan& plan,
         const MessageOptions& options);

/// Starts the plan and returns. The memory that `call` points to belongs to the collective until
/// `done` is called, by progress_started() or by any collective that this process waits in. `done`
/// may not throw.
void start(ControlStructure& control, const Call& call, const SharedPlan& plan,
           const MessageOptions& options, Done done);

/// Returns how the messages of the last operation arrived that ranks voted on.
const Arrivals& arrivals(const ControlStructure& control);

/// Waits until holds() returns true, which started collectives must bring about. holds() is called
/// with the port's mutex held. Throws FabricError.
void wait(ControlStructure& control, const std::function<bool()>& holds);
/// Waits until all started collectives of the team are over. Throws FabricError.
void settle(ControlStructure& control);

/// Reports that a partial input has grown. Advances the started collectives with it, unless another
/// thread is making progress and will do so. If `looks`, also looks for arrived messages.
void input_grew(bool looks) noexcept;

/// Advances all started collectives of this process, and is cheap if there are none: to be called
/// whenever there is time. Returns false if nothing moved.
bool progress_started() noexcept;

/// Calls progress_started() in a loop that waits, and pauses with `waiting` if nothing moved.
void make_progress(fabric::Backoff& backoff) noexcept;

bool any_started() noexcept;

/// Checks all peers that started collectives wait for, and ends with an error the collectives that
/// need a peer that has gone.
void check_started() noexcept;

/// Sleeps until a message for a started collective may have arrived.
void await_arrival() noexcept;

}  // namespace tutti::active
