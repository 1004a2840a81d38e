#include "optimized/protocol/protocol.hpp"

#include "contract/mpi_error.hpp"
#include "optimized/active_messages/engine.hpp"
#include "optimized/point_to_point/engine.hpp"
#include "optimized/team/team.hpp"

namespace tutti {
std::string_view name(Engine engine) {
  switch (engine) {
    case Engine::layered:
      return "layered";
    case Engine::active:
      return "active";
  }
  return {};
}

std::string_view name(MessageProtocol protocol) {
  switch (protocol) {
    case MessageProtocol::automatic:
      return "automatic";
    case MessageProtocol::eager:
      return "eager";
    case MessageProtocol::rendezvous:
      return "rendezvous";
    case MessageProtocol::put:
      return "put";
    case MessageProtocol::get:
      return "get";
  }
  return {};
}

std::vector<Protocol> protocols() {
  std::vector<Protocol> all;
  for (const auto& row : algorithms()) {
    all.push_back({.algorithm = &row, .engine = Engine::layered});
    all.push_back({.algorithm = &row, .engine = Engine::active});
    if (row.collective == Collective::barrier || row.algorithm->votes) continue;
    for (const auto message : {MessageProtocol::eager, MessageProtocol::rendezvous,
                               MessageProtocol::put, MessageProtocol::get})
      all.push_back({.algorithm = &row, .engine = Engine::active, .message = message});
  }
  return all;
}

bool applicable(const Protocol& protocol, const Shape& shape) {
  return shape.collective == protocol.algorithm->collective &&
         protocol.algorithm->algorithm->applicable(shape);
}

bool startable(const Protocol& protocol, MPI_Comm comm) {
  return protocol.engine == Engine::active && active::has_control(comm);
}

void prepare(MPI_Comm comm) { active::control_of(comm); }

void start(const Protocol& protocol, const Call& call, active::Done done,
           active::FetchScheduler* fetch_scheduler, active::PartialInput* partial_input) {
  auto& control = active::control_of(call.comm);
  const auto& algorithm = *protocol.algorithm->algorithm;
  if (const auto& plan = active::team_of(control).plan(algorithm, call, protocol.parameters))
    active::start(control, call, plan,
                  {.protocol = protocol.message,
                   .packet = protocol.packet,
                   .fetch_scheduler = fetch_scheduler,
                   .partial_input = partial_input},
                  std::move(done));
  else
    done({});
}

RepeatedCall::RepeatedCall(const Protocol& protocol, const Call& call)
    : control_(active::separate_control(call.comm)),
      call_(call),
      plan_(active::team_of(*control_).plan(*protocol.algorithm->algorithm, call,
                                            protocol.parameters)),
      options_{.protocol = protocol.message, .packet = protocol.packet} {}

void RepeatedCall::start(active::Done done) const {
  if (plan_)
    active::start(*control_, call_, plan_, options_, std::move(done));
  else
    done({});
}

int run(const Protocol& protocol, const Call& call) {
  return error_code_of([&] {
    const Algorithm& algorithm = *protocol.algorithm->algorithm;
    if (protocol.engine == Engine::active) {
      auto& control = active::control_of(call.comm);
      if (const auto& plan = active::team_of(control).plan(algorithm, call, protocol.parameters))
        active::run(control, call, plan, {.protocol = protocol.message, .packet = protocol.packet});
    } else {
      Team& team = *team_of(call.comm);
      if (const auto& plan = team.plan(algorithm, call, protocol.parameters))
        point_to_point::run(call, *plan, team);
    }
  });
}

}  // namespace tutti
