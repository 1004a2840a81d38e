#include "optimized/fabric/ucx/registration.hpp"

namespace tutti::fabric::ucx {

MappedMemory::MappedMemory(ucp_context_h context, std::byte* address, std::size_t bytes)
    : context_(context) {
  ucp_mem_map_params_t parameters{};
  parameters.field_mask = UCP_MEM_MAP_PARAM_FIELD_ADDRESS | UCP_MEM_MAP_PARAM_FIELD_LENGTH;
  parameters.address = address;
  parameters.length = bytes;
  const auto action = "registering " + std::to_string(bytes) + " bytes";
  check(ucp_mem_map(context, &parameters, &memory_), action);
  const auto status = ucp_rkey_pack(context, memory_, &key_, &key_bytes_);
  if (status != UCS_OK || key_bytes_ > key_bytes_max) {
    if (status == UCS_OK) ucp_rkey_buffer_release(key_);
    ucp_mem_unmap(context_, memory_);
    check(status == UCS_OK ? UCS_ERR_EXCEEDS_LIMIT : status, action);
  }
}

MappedMemory::~MappedMemory() {
  ucp_rkey_buffer_release(key_);
  ucp_mem_unmap(context_, memory_);
}

OpenedKey::OpenedKey(ucp_ep_h endpoint, Bytes key) {
  ucp_rkey_h opened = nullptr;
  check(ucp_ep_rkey_unpack(endpoint, key.data(), &opened), "opening a peer's memory");
  key_.reset(opened);
}

}  // namespace tutti::fabric::ucx
