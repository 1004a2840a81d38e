#include "optimized/protocol.hpp"

#include "contract/shape_of.hpp"
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
  }
  return {};
}

std::vector<Protocol> protocols() {
  std::vector<Protocol> all;
  for (const auto& row : algorithms()) all.push_back({.algorithm = &row});
  return all;
}

bool applicable(const Protocol& protocol, const Shape& shape) {
  return shape.collective == protocol.algorithm->collective &&
         protocol.algorithm->algorithm->applicable(shape);
}

int run(const Protocol& protocol, const Call& call) {
  return error_code_of([&] {
    const Shape shape = shape_of(call);
    if (is_empty(shape)) return;
    Team& team = attached<Team>(call.comm);
    const Algorithm& algorithm = *protocol.algorithm->algorithm;
    layered::run(call, team.plan(algorithm, shape, protocol.parameters), team);
  });
}

}  // namespace tutti
