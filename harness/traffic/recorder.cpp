// The library that is preloaded to record the messages that an MPI library passes to UCX. It belongs to no part of
// tutti, so that it can be loaded into any program.
#include "harness/traffic/recorder.hpp"

#include <dlfcn.h>
#include <ucp/api/ucp.h>

#include <algorithm>
#include <mutex>
#include <vector>

namespace {

std::mutex recorded_mutex;
std::vector<TuttiRecordedMessage> recorded;

void record(const void* endpoint, std::uint64_t count, ucp_datatype_t type) {
  const bool contiguous = (type & UCP_DATATYPE_CLASS_MASK) == UCP_DATATYPE_CONTIG;
  const std::scoped_lock lock(recorded_mutex);
  recorded.push_back({endpoint, contiguous ? count * (type >> UCP_DATATYPE_SHIFT) : count});
}

ucp_datatype_t type_of(const ucp_request_param_t* param) {
  const bool given = (param->op_attr_mask & UCP_OP_ATTR_FIELD_DATATYPE) != 0;
  return given ? param->datatype : ucp_dt_make_contig(1);
}

/// Returns UCX's own function of that name.
template <class Function>
Function* original(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

std::size_t tutti_take_recorded_messages(TuttiRecordedMessage* messages, std::size_t room) {
  const std::scoped_lock lock(recorded_mutex);
  const std::size_t count = recorded.size();
  if (count > room) return count;
  std::ranges::copy(recorded, messages);
  recorded.clear();
  return count;
}

// The functions of UCX with which MPI libraries send.
extern "C" {

ucs_status_ptr_t ucp_tag_send_nb(ucp_ep_h endpoint, const void* buffer, std::size_t count,
                                 ucp_datatype_t type, ucp_tag_t tag, ucp_send_callback_t done) {
  static auto* const send = original<decltype(ucp_tag_send_nb)>("ucp_tag_send_nb");
  record(endpoint, count, type);
  return send(endpoint, buffer, count, type, tag, done);
}

ucs_status_t ucp_tag_send_nbr(ucp_ep_h endpoint, const void* buffer, std::size_t count,
                              ucp_datatype_t type, ucp_tag_t tag, void* request) {
  static auto* const send = original<decltype(ucp_tag_send_nbr)>("ucp_tag_send_nbr");
  record(endpoint, count, type);
  return send(endpoint, buffer, count, type, tag, request);
}

ucs_status_ptr_t ucp_tag_send_nbx(ucp_ep_h endpoint, const void* buffer, std::size_t count,
                                  ucp_tag_t tag, const ucp_request_param_t* param) {
  static auto* const send = original<decltype(ucp_tag_send_nbx)>("ucp_tag_send_nbx");
  record(endpoint, count, type_of(param));
  return send(endpoint, buffer, count, tag, param);
}

ucs_status_ptr_t ucp_tag_send_sync_nb(ucp_ep_h endpoint, const void* buffer, std::size_t count,
                                      ucp_datatype_t type, ucp_tag_t tag,
                                      ucp_send_callback_t done) {
  static auto* const send = original<decltype(ucp_tag_send_sync_nb)>("ucp_tag_send_sync_nb");
  record(endpoint, count, type);
  return send(endpoint, buffer, count, type, tag, done);
}

ucs_status_ptr_t ucp_tag_send_sync_nbx(ucp_ep_h endpoint, const void* buffer, std::size_t count,
                                       ucp_tag_t tag, const ucp_request_param_t* param) {
  static auto* const send = original<decltype(ucp_tag_send_sync_nbx)>("ucp_tag_send_sync_nbx");
  record(endpoint, count, type_of(param));
  return send(endpoint, buffer, count, tag, param);
}

}  // extern "C"
