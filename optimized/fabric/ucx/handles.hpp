#pragma once

#include <ucp/api/ucp.h>

#include <memory>
#include <string>
#include <type_traits>

#include "optimized/fabric/port.hpp"

namespace tutti::fabric::ucx {

template <auto release>
struct Release {
  template <class T>
  void operator()(T* handle) const {
    release(handle);
  }
};

using Config = std::unique_ptr<ucp_config_t, Release<ucp_config_release>>;
using Context = std::unique_ptr<std::remove_pointer_t<ucp_context_h>, Release<ucp_cleanup>>;
using Worker = std::unique_ptr<std::remove_pointer_t<ucp_worker_h>, Release<ucp_worker_destroy>>;
using OpenKey = std::unique_ptr<std::remove_pointer_t<ucp_rkey_h>, Release<ucp_rkey_destroy>>;

/// Throws FabricError that says what could not be done, unless the status is UCS_OK.
inline void check(ucs_status_t status, const std::string& action) {
  if (status != UCS_OK) throw FabricError("UCX: " + action + ": " + ucs_status_string(status));
}

}  // namespace tutti::fabric::ucx
