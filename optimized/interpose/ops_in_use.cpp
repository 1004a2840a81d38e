#include "optimized/interpose/ops_in_use.hpp"

namespace tutti::interpose {

HeldOp::~HeldOp() {
  if (freed_by_program) PMPI_Op_free(&op);
}

std::shared_ptr<HeldOp> OpsInUse::hold(MPI_Op op) {
  const std::scoped_lock lock(mutex_);
  auto& known = held_[op];
  auto held = known.lock();
  if (!held) known = held = std::make_shared<HeldOp>(op);
  return held;
}

bool OpsInUse::any() {
  const std::scoped_lock lock(mutex_);
  std::erase_if(held_, [](const auto& known) { return known.second.expired(); });
  return !held_.empty();
}

int OpsInUse::free(MPI_Op* op) {
  const std::scoped_lock lock(mutex_);
  const auto known = held_.extract(*op);
  const auto held = known ? known.mapped().lock() : nullptr;
  if (!held) return PMPI_Op_free(op);
  held->freed_by_program = true;
  *op = MPI_OP_NULL;
  return MPI_SUCCESS;
}

}  // namespace tutti::interpose
