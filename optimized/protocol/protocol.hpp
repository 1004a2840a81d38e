#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "contract/call.hpp"
#include "optimized/active_messages/message_protocol.hpp"
#include "optimized/active_messages/started_collectives.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// The executor of a schedule.
enum class Engine {
  layered,  ///< over MPI point-to-point
  active,   ///< over active messages, with a control structure
};

std::string_view name(Engine engine);
std::string_view name(MessageProtocol protocol);

/// An algorithm with its engine, the message protocol (active engine only) and parameters: what is
/// verified, measured and selected.
struct Protocol {
  const RegisteredAlgorithm* algorithm = nullptr;
  Engine engine = Engine::layered;
  MessageProtocol message = MessageProtocol::automatic;
  Parameters parameters = {};
  std::int64_t packet = 0;  ///< bytes of a segment or block of a message; 0: the measured optimum

  friend bool operator==(const Protocol&, const Protocol&) = default;
};

/// Returns the stable name, such as `bcast/binomial:layered` or
/// `bcast/pipeline:active:put:segment=65536`. A message protocol is named unless it is automatic, a
/// packet unless it is 0, and all parameters that the algorithm takes, no others.
std::string print(const Protocol& protocol);

/// Parses a stable name; parameters that are left out have their defaults. Throws UsageError that
/// names what is wrong and lists what is valid there.
Protocol parse_protocol(std::string_view name);

/// Parses names that are separated by commas. Throws UsageError as parse_protocol() does.
std::vector<Protocol> parse_protocols(std::string_view names);

/// Returns every algorithm of the registry with every engine and every message protocol that makes
/// a difference there, with default parameters.
std::vector<Protocol> protocols();

/// Returns true if the protocol can serve calls of the shape.
bool applicable(const Protocol& protocol, const Shape& shape);

/// Runs the call, to whose shape the protocol must be applicable. Collective over the communicator
/// of the call. Returns MPI's error code. Throws FabricError.
int run(const Protocol& protocol, const Call& call);

/// Returns true if start() can start the protocol on the communicator without waiting for its other
/// ranks: the active engine's first use of a communicator, by prepare() or a blocking collective,
/// is collective.
bool startable(const Protocol& protocol, MPI_Comm comm);
/// Makes protocols of the active engine startable on the communicator. Collective over the
/// communicator. Throws MpiError, and FabricError.
void prepare(MPI_Comm comm);

/// Starts the call without waiting. `done` is called when it is over: see active::start().
/// `fetch_scheduler` and `partial_input`, if any, must live until then. Throws MpiError, and
/// FabricError.
void start(const Protocol& protocol, const Call& call, active::Done done,
           active::FetchScheduler* fetch_scheduler = nullptr,
           active::PartialInput* partial_input = nullptr);

/// A call by a protocol of the active engine that is started again and again, apart from all other
/// calls: the ranks may start several such calls in different orders.
class RepeatedCall {
 public:
  /// Collective over the communicator of the call, which need not outlive it. What else the call points
  /// to must. Throws MpiError, and FabricError.
  RepeatedCall(const Protocol& protocol, const Call& call);

  /// Starts the call, whose last start must be over; otherwise as tutti::start().
  void start(active::Done done) const;

 private:
  std::shared_ptr<active::ControlStructure> control_;
  Call call_;
  SharedPlan plan_;  ///< null if there is nothing to do
  MessageOptions options_;
};

}  // namespace tutti
