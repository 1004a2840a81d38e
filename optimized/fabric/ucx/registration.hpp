#pragma once

#include "optimized/fabric/ucx/handles.hpp"

namespace tutti::fabric::ucx {

/// Memory that is registered with UCX, with the key that lets peers access it.
class MappedMemory : public Registration {
 public:
  MappedMemory(ucp_context_h context, std::byte* address, std::size_t bytes);
  ~MappedMemory() override;
  MappedMemory(const MappedMemory&) = delete;
  MappedMemory& operator=(const MappedMemory&) = delete;

  Bytes key() const override { return {static_cast<const std::byte*>(key_), key_bytes_}; }

 private:
  ucp_context_h context_;
  ucp_mem_h memory_ = nullptr;
  void* key_ = nullptr;
  std::size_t key_bytes_ = 0;
};

/// The unpacked key to memory of a peer.
class OpenedKey : public RemoteKey {
 public:
  OpenedKey(ucp_ep_h endpoint, Bytes key);
  ucp_rkey_h handle() const { return key_.get(); }

 private:
  OpenKey key_;
};

}  // namespace tutti::fabric::ucx
