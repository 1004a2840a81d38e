#include "optimized/protocol.hpp"

#include "contract/shape_of.hpp"
#include "optimized/active/active.hpp"
#include "optimized/layered/layered.hpp"
#include "optimized/team/team.hpp"

namespace tutti {
namespace {

/// True if there is nothing to do: no data, and nobody to wait for. All ranks agree.
bool is_empty(const Shape& shape) {
  const auto& about = traits(shape.collective);
  if (shape.collective == Collective::barrier || about.locally_sized) return false;
  return shape.all_blocks() == 0 || (about.reducing && shape.unit_bytes == 0);
}

}  // namespace

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
    if (row.collective == Collective::barrier) continue;  // has no data
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

int run(const Protocol& protocol, const Call& call) {
  return error_code_of([&] {
    const bool over_messages = protocol.engine == Engine::active;
    auto* const control = over_messages ? &active::control_of(call.comm) : nullptr;
    Team& team = over_messages ? active::team_of(*control) : *team_of(call.comm);
    const Shape shape = shape_of(call, team.rank(), team.size());
    if (is_empty(shape)) return;
    const Algorithm& algorithm = *protocol.algorithm->algorithm;
    if (over_messages)
      active::run(*control, call, algorithm, shape, protocol.parameters, protocol.message);
    else
      layered::run(call, *team.plan(algorithm, shape, protocol.parameters), team);
  });
}

}  // namespace tutti
