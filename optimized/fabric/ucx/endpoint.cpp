#include "optimized/fabric/ucx/endpoint.hpp"

namespace tutti::fabric::ucx {

ucp_ep_h Endpoint::connect() {
  ucp_ep_params_t parameters{};
  parameters.field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS | UCP_EP_PARAM_FIELD_ERR_HANDLER;
  parameters.address = reinterpret_cast<const ucp_address_t*>(address_.data());
  parameters.err_handler = {.cb = lost, .arg = this};
  check(ucp_ep_create(worker_, &parameters, &handle_), "connecting to a peer");
  return handle_;
}

/// Notes that a connection was lost. This is no error yet: the peer may not be needed any more.
void Endpoint::lost(void* endpoint, ucp_ep_h, ucs_status_t status) {
  static_cast<Endpoint*>(endpoint)->state_ = status;
}

void Endpoint::check_alive() {
  if (process_ && process_->has_ended())
    throw FabricError("process " + std::to_string(process_->number()) + " has ended");
  handle();
  check(state_, "a connection");
}

bool Endpoint::write(Bytes header, Bytes data, Completion& completion) {
  if (write_at_once(header, data)) return true;
  backlog_.push_back({header, data, &completion});
  return false;
}

void Endpoint::write_backlog() {
  while (!backlog_.empty()) {
    const Message message = backlog_.front();
    if (!ring_->write(message.header, message.data)) return;
    backlog_.pop_front();
    message.completion->complete();
  }
}

}  // namespace tutti::fabric::ucx
