/// Allreduce: reduce to rank 0, then broadcast.
#include "reference/peers.hpp"

REFERENCE(allreduce) {
  Call step = call;
  step.root = 0;
  step.send = contribution(call).address;
  reduce(step);
  bcast(step);
}
