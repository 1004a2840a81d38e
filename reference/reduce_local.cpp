/// Reduce_local: every rank combines two operands of its own, without the others.
#include "reference/peers.hpp"

REFERENCE(reduce_local) {
  combine(message(call.send, call.receive_count, call.receive_type),
          message(call.receive, call.receive_count, call.receive_type), call.op);
}
