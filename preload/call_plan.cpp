#include "preload/call_plan.hpp"

#include "contract/comm_attribute.hpp"
#include "contract/error.hpp"
#include "contract/op_defined_on_datatype.hpp"
#include "contract/shape_of.hpp"
#include "contract/topology_of.hpp"
#include "preload/collective_service.hpp"
#include "preload/valid_call.hpp"

namespace tutti::preload {
namespace {

bool is_intercommunicator(MPI_Comm comm) {
  int between = 0;
  check(PMPI_Comm_test_inter(comm, &between));
  return between != 0;
}

/// Returns true if all processes belong to MPI_COMM_WORLD. Processes of another world may be
/// configured differently, so that they would not choose alike.
bool is_within_world(MPI_Comm comm) {
  MPI_Group world = MPI_GROUP_NULL, members = MPI_GROUP_NULL, outside = MPI_GROUP_NULL;
  check(PMPI_Comm_group(MPI_COMM_WORLD, &world));
  check(PMPI_Comm_group(comm, &members));
  check(PMPI_Group_difference(members, world, &outside));
  int strangers = 0;
  check(PMPI_Group_size(outside, &strangers));
  for (auto* group : {&world, &members, &outside})
    if (*group != MPI_GROUP_EMPTY) check(PMPI_Group_free(group));
  return strangers == 0;
}

}  // namespace

ServedComm::ServedComm(MPI_Comm comm)
    : eligible(!is_intercommunicator(comm) && is_within_world(comm)) {
  eligible_count += eligible;
  check(PMPI_Comm_rank(comm, &rank));
  check(PMPI_Comm_size(comm, &ranks));
  if (eligible) topology = topology_of(comm);
  const auto* selector = Service::running()->selector();
  if (eligible && selector) cache = std::make_unique<DeterminationCache>(*selector, ranks);
}

/// Returns an invalid plan if the library reports an error when asked about the arguments: the call
/// then goes to the library, which reports the error to the program.
CallPlan plan_call(const Call& call, const OverlapProtocols* overlapping) try {
  const CallPlan unknown{.parameters = {.collective = call.collective}};
  if (call.comm == MPI_COMM_NULL) return unknown;
  auto& comm = comm_attribute<ServedComm>(call.comm);
  if (!comm.eligible || !is_valid_call(call, comm.rank, comm.ranks, comm.topology.get()))
    return unknown;
  const Shape shape = shape_of(call, comm.rank, comm.ranks, comm.topology);
  const bool reducing = traits(call.collective).reducing;
  // The library refuses reductions that MPI does not define.
  if (reducing && shape.op.builtin && !is_defined(call.op, call.receive_type)) return unknown;
  return {.parameters = parameters_of(shape),
          .determination = comm.cache ? comm.cache->determine(shape) : Determination{},
          .overlapping = overlapping ? overlapping->choose(shape) : nullptr,
          .op = shape.op,
          .rank = comm.rank,
          .sent_blocks = shape.input_blocks(comm.rank),
          .received_blocks = shape.output_blocks(comm.rank),
          .valid = true};
} catch (const MpiError&) {
  return {.parameters = {.collective = call.collective}};
}

}  // namespace tutti::preload
