#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "contract/call.hpp"
#include "optimized/active/message_protocol.hpp"
#include "optimized/active/started_collectives.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// What executes a schedule.
enum class Engine {
  layered,  ///< over MPI point-to-point
  active,   ///< over active messages, with a control structure
};

std::string_view name(Engine engine);
std::string_view name(MessageProtocol protocol);

/// What is verified, measured and selected: an algorithm, how it is executed, how its messages travel
/// (active engine only), and its parameters.
struct Protocol {
  const RegisteredAlgorithm* algorithm = nullptr;
  Engine engine = Engine::layered;
  MessageProtocol message = MessageProtocol::automatic;
  Parameters parameters = {};
  std::int64_t packet = 0;  ///< bytes that a message travels in at a time; 0: as was measured best

  friend bool operator==(const Protocol&, const Protocol&) = default;
};

/// The stable name: `bcast/binomial:layered`, `bcast/pipeline:active:put:segment=65536`. A message
/// protocol is named unless it is automatic, a packet unless it is 0, and all parameters that the
/// algorithm takes, no others.
std::string print(const Protocol& protocol);

/// The reverse of print; parameters that are left out have their defaults. Throws UsageError that
/// names what is wrong and lists what is valid there.
Protocol parse_protocol(std::string_view name);

/// Every algorithm of the registry with every engine and every message protocol that makes a
/// difference there, with default parameters.
std::vector<Protocol> protocols();

/// True if the protocol can serve calls of that shape.
bool applicable(const Protocol& protocol, const Shape& shape);

/// Runs the call, to whose shape the protocol must be applicable, at all ranks of its communicator.
/// Returns MPI's error code.
int run(const Protocol& protocol, const Call& call);

/// True if start() can start the protocol on the communicator without waiting for its other ranks: the
/// first use of a communicator by the active engine, of prepare() or of a blocking collective, is
/// collective.
bool startable(const Protocol& protocol, MPI_Comm comm);
/// Makes protocols startable on the communicator. Collective. Throws MpiError, and FabricError.
void prepare(MPI_Comm comm);

/// Starts the call without waiting. `done` is told when it is over: see active::start().
/// Throws MpiError, and FabricError.
/// `audience` and `supply`, if any, live until then.
void start(const Protocol& protocol, const Call& call, active::Done done,
           active::FetchScheduler* fetch_scheduler = nullptr,
           active::PartialInput* partial_input = nullptr);

}  // namespace tutti
