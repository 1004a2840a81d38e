#include "optimized/fabric/ucx/port.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "contract/mpi_error.hpp"
#include "optimized/fabric/backends.hpp"
#include "optimized/fabric/ucx/registration.hpp"

namespace tutti::fabric::ucx {
namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned active_message = 0;

constexpr unsigned turns_between_looks = 64;

/// Length of a TCP segment between hosts. UCX's own segments of 8 KiB cost a system call each, for
/// which computation has to wait.
constexpr const char* tcp_segment = "64k";

bool is_older_than(unsigned minor_of_version_1) {
  unsigned major = 0, minor = 0, release = 0;
  ucp_get_version(&major, &minor, &release);
  return std::pair(major, minor) < std::pair(1U, minor_of_version_1);
}

/// Returns the name by which ucp_config_modify() knows a setting of the TCP transport, given
/// without "UCX_TCP_".
std::string tcp_setting(const std::string& name) {
  constexpr unsigned first_with_prefix = 15;
  return is_older_than(first_with_prefix) ? name : "TCP_" + name;
}

/// Sets the length of TCP segments. UCX's own stays if UCX refuses: a setting that a later version
/// renames must not end the engine.
void choose_tcp_segments(const Config& config) {
  for (const char* const length : {"TX_SEG_SIZE", "RX_SEG_SIZE"})
    if (!std::getenv((std::string("UCX_TCP_") + length).c_str()))
      ucp_config_modify(config.get(), tcp_setting(length).c_str(), tcp_segment);
}

/// Time limit for the last messages: a peer that has died must not keep MPI_Finalize from ending.
constexpr auto shutdown_limit = std::chrono::seconds(2);

/// Chooses UCX's older protocols up to 1.18. The newer ones, UCX's default since 1.16, end the
/// process there if a peer goes while its memory is read: "'abort' is not implemented for protocol
/// get/zcopy". The older ones report an error, but have no puts in 1.23.
void choose_abortable_protocols(const Config& config) {
  constexpr unsigned first_that_aborts = 19;
  if (is_older_than(first_that_aborts) && !std::getenv("UCX_PROTO_ENABLE"))
    ucp_config_modify(config.get(), "PROTO_ENABLE", "n");
}

Context make_context() {
  ucp_config_t* read = nullptr;
  check(ucp_config_read(nullptr, nullptr, &read), "reading its variables");
  const Config config(read);
  choose_tcp_segments(config);
  choose_abortable_protocols(config);
  ucp_params_t parameters{};
  parameters.field_mask = UCP_PARAM_FIELD_FEATURES;
  parameters.features = UCP_FEATURE_AM | UCP_FEATURE_RMA | UCP_FEATURE_WAKEUP;
  ucp_context_h context = nullptr;
  check(ucp_init(&parameters, config.get(), &context), "starting");
  return Context(context);
}

Worker make_worker(ucp_context_h context) {
  ucp_worker_params_t parameters{};
  parameters.field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE;
  parameters.thread_mode = UCS_THREAD_MODE_SERIALIZED;
  ucp_worker_h worker = nullptr;
  check(ucp_worker_create(context, &parameters, &worker), "making a worker");
  return Worker(worker);
}

std::string address_of(ucp_worker_h worker) {
  ucp_address_t* address = nullptr;
  std::size_t bytes = 0;
  check(ucp_worker_get_address(worker, &address, &bytes), "finding its own address");
  std::string copy(reinterpret_cast<const char*>(address), bytes);
  ucp_worker_release_address(worker, address);
  return copy;
}

/// Calls UCX's own ucp_worker_progress. The one that the linker finds first may yield, which the
/// waiting loops do already.
unsigned progress_of(ucp_worker_h worker) {
  using Progress = unsigned (*)(ucp_worker_h);
  static const auto progress = [] {
    void* library = dlopen("libucp.so.0", RTLD_LAZY | RTLD_NOLOAD);
    return reinterpret_cast<Progress>(dlsym(library, "ucp_worker_progress"));
  }();
  return progress(worker);
}

/// Returns the UCX addresses of all ranks. Collective over the communicator.
std::vector<std::string> addresses_of_all(const std::string& own, MPI_Comm comm) {
  int ranks = 0;
  tutti::check(PMPI_Comm_size(comm, &ranks));
  const int length = static_cast<int>(own.size());
  std::vector<int> lengths(static_cast<std::size_t>(ranks));
  tutti::check(PMPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, comm));
  int longest = 0;
  for (const int other : lengths) longest = std::max(longest, other);
  const auto slot = static_cast<std::size_t>(longest);
  std::string padded = own;
  padded.resize(slot);
  std::string all(slot * lengths.size(), '\0');
  tutti::check(
      PMPI_Allgather(padded.data(), longest, MPI_BYTE, all.data(), longest, MPI_BYTE, comm));
  std::vector<std::string> addresses;
  for (std::size_t rank = 0; rank < lengths.size(); ++rank)
    addresses.push_back(all.substr(rank * slot, static_cast<std::size_t>(lengths[rank])));
  return addresses;
}

class ArrivedPayload final : public Payload {
 public:
  ArrivedPayload(Bytes bytes, ucp_worker_h worker, bool may_stay)
      : Payload(bytes), worker_(worker), may_stay_(may_stay) {}

  Kept keep() override {
    if (!may_stay_) return Payload::keep();
    kept_ = true;
    return {bytes_,
            [](void* worker, const std::byte* data) {
              ucp_am_data_release(static_cast<ucp_worker_h>(worker), const_cast<std::byte*>(data));
            },
            worker_};
  }
  bool kept() const { return kept_; }

 private:
  ucp_worker_h worker_;
  bool may_stay_;
  bool kept_ = false;
};

}  // namespace

UcxPort::UcxPort()
    : context_(make_context()),
      worker_(make_worker(context_.get())),
      address_(address_of(worker_.get())) {
  ucp_am_handler_param_t handler{};
  handler.field_mask = UCP_AM_HANDLER_PARAM_FIELD_ID | UCP_AM_HANDLER_PARAM_FIELD_CB |
                       UCP_AM_HANDLER_PARAM_FIELD_ARG;
  handler.id = active_message;
  handler.cb = arrived;
  handler.arg = this;
  check(ucp_worker_set_am_recv_handler(worker_.get(), &handler), "setting a handler");
}

UcxPort::~UcxPort() { send_the_rest(); }

/// Flushes what peers still wait for. Endpoints are not closed one by one, since that would wait
/// for peers that may have gone.
void UcxPort::send_the_rest() {
  const std::scoped_lock lock(mutex());
  const auto deadline = Clock::now() + shutdown_limit;
  const ucp_request_param_t nothing{};
  const auto flush = ucp_worker_flush_nbx(worker_.get(), &nothing);
  if (!UCS_PTR_IS_PTR(flush)) return;
  while (ucp_request_check_status(flush) == UCS_INPROGRESS && Clock::now() < deadline)
    progress_of(worker_.get());
  ucp_request_free(flush);
}

std::vector<Endpoint*> UcxPort::endpoints_of(MPI_Comm comm) {
  const auto addresses = addresses_of_all(address_, comm);
  const std::scoped_lock lock(mutex());
  std::vector<Endpoint*> endpoints;
  for (const auto& address : addresses) {
    auto& endpoint = endpoints_[address];
    if (!endpoint) endpoint = std::make_unique<Endpoint>(worker_.get(), address);
    endpoints.push_back(endpoint.get());
  }
  return endpoints;
}

std::vector<Peer*> UcxPort::join(MPI_Comm comm) {
  const auto endpoints = endpoints_of(comm);
  negotiate_rings(comm, endpoints);
  return {endpoints.begin(), endpoints.end()};
}

void UcxPort::negotiate_rings(MPI_Comm comm, const std::vector<Endpoint*>& endpoints) {
  std::vector<Endpoint*> strangers;
  int any = 0;
  for (auto* endpoint : endpoints) {
    strangers.push_back(endpoint->rings_were_negotiated() ? nullptr : endpoint);
    any |= !endpoint->rings_were_negotiated();
  }
  tutti::check(PMPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_LOR, comm));
  if (!any) return;
  auto rings = std::make_unique<SharedRings>(context_.get(), comm, strangers, mutex());
  const std::scoped_lock lock(mutex());
  for (auto* endpoint : endpoints) endpoint->negotiate_rings();
  has_distant_peers_ = std::ranges::any_of(endpoints_, [](const auto& entry) {
    return entry.second->rings_were_negotiated() && !entry.second->has_ring();
  });
  inbound_.insert(inbound_.end(), rings->inbound().begin(), rings->inbound().end());
  rings_.push_back(std::move(rings));
}

bool UcxPort::is_complete(ucs_status_ptr_t request, Completion& completion, const char* action) {
  if (UCS_PTR_IS_ERR(request)) check(UCS_PTR_STATUS(request), action);
  if (request) under_way_.push_back({request, &completion});
  return request == nullptr;
}

bool UcxPort::send(Peer& peer, Bytes header, Bytes data, Completion& completion) {
  auto& endpoint = static_cast<Endpoint&>(peer);
  if (endpoint.has_ring()) {
    const bool listed = endpoint.has_backlog();
    if (endpoint.write(header, data, completion)) return true;
    if (!listed) with_backlog_.push_back(&endpoint);
    return false;
  }
  ucp_request_param_t parameters{};
  parameters.op_attr_mask = UCP_OP_ATTR_FIELD_FLAGS;
  parameters.flags = UCP_AM_SEND_FLAG_EAGER;
  return is_complete(ucp_am_send_nbx(endpoint.handle(), active_message, header.data(),
                                     header.size(), data.data(), data.size(), &parameters),
                     completion, "sending an active message");
}

std::size_t UcxPort::segment_bytes_max() const { return ring_record_max - header_bytes_max; }

std::unique_ptr<Registration> UcxPort::add_registration(std::byte* address, std::size_t bytes) {
  return std::make_unique<MappedMemory>(context_.get(), address, bytes);
}

std::unique_ptr<RemoteKey> UcxPort::open(Peer& peer, Bytes key) {
  return std::make_unique<OpenedKey>(static_cast<Endpoint&>(peer).handle(), key);
}

bool UcxPort::put(Peer& peer, Bytes source, const RemoteKey& key, std::uint64_t target,
                  Completion& completion) {
  return begin({.direction = Transfer::Direction::put,
                .peer = &static_cast<Endpoint&>(peer),
                .here = {const_cast<std::byte*>(source.data()), source.size()},
                .there = target,
                .key = static_cast<const OpenedKey&>(key).handle(),
                .completion = &completion});
}

bool UcxPort::get(Peer& peer, std::span<std::byte> target, const RemoteKey& key,
                  std::uint64_t source, Completion& completion) {
  return begin({.direction = Transfer::Direction::get,
                .peer = &static_cast<Endpoint&>(peer),
                .here = target,
                .there = source,
                .key = static_cast<const OpenedKey&>(key).handle(),
                .completion = &completion});
}

/// Begins a transfer. Transfers on this machine are queued to be copied by the kernel. This takes
/// the time of this process, which looks for messages between two copies. Without a ring nothing is
/// copied: where UCX may not share memory, as between hosts that are namespaces, a copy would
/// bypass the network.
bool UcxPort::begin(const Transfer& transfer) {
  if (!transfer.peer->has_ring()) return start(transfer);
  copies_.push_back(transfer);
  return false;
}

bool UcxPort::copy_next() {
  const Transfer transfer = copies_.front();
  copies_.pop_front();
  const bool complete = is_copied(transfer) || start(transfer);
  if (complete) transfer.completion->complete();
  return complete;
}

bool UcxPort::is_copied(const Transfer& transfer) {
  const Process& process = *transfer.peer->process();
  return transfer.direction == Transfer::Direction::get
             ? process.read(transfer.here, transfer.there)
             : process.write(transfer.here, transfer.there);
}

bool UcxPort::start(const Transfer& transfer) {
  const auto& [direction, peer, here, there, key, completion] = transfer;
  const auto endpoint = peer->handle();
  const ucp_request_param_t nothing{};
  if (direction == Transfer::Direction::get)
    return is_complete(ucp_get_nbx(endpoint, here.data(), here.size(), there, key, &nothing),
                       *completion, "a get");
  const auto written = ucp_put_nbx(endpoint, here.data(), here.size(), there, key, &nothing);
  if (UCS_PTR_IS_ERR(written)) check(UCS_PTR_STATUS(written), "a put");
  // Completion of the put would only mean that the source may be used again: a flush waits for the
  // target.
  if (written) ucp_request_free(written);
  return is_complete(ucp_ep_flush_nbx(endpoint, &nothing), *completion, "flushing a put");
}

bool UcxPort::progress() {
  streaming_ = false;
  bool events = read_rings();
  if (!with_backlog_.empty()) events |= write_backlogs();
  if (!copies_.empty()) events |= copy_next();
  // Peers on this machine need UCX only to connect, and for puts and gets, some of which UCX
  // implements by messages that both sides must look for.
  const bool needs_worker = has_distant_peers_ || !under_way_.empty() || exposed_ > 0;
  if (needs_worker || ++turns_ % turns_between_looks == 0) events |= work();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  return events;
}

/// Returns a short sleep if there are rings: what arrives in them makes no file readable.
Sleep UcxPort::sleep_hint() {
  if (!copies_.empty()) return {};
  if (ucp_worker_arm(worker_.get()) != UCS_OK) return {.file = -1, .longest = {}};
  int file = -1;
  check(ucp_worker_get_efd(worker_.get(), &file), "asking for its file of events");
  return {.file = file, .longest = inbound_.empty() ? sleep_told : sleep_untold};
}

/// Calls the handler and keeps its exception for progress(): none may pass through UCX, nor through
/// a ring that has not released its message yet.
void UcxPort::hand_over(Bytes header, Payload& payload) noexcept {
  try {
    handler_.arrived(handler_.context, header, payload);
  } catch (...) {
    if (!failure_) failure_ = std::current_exception();
  }
}

bool UcxPort::read_rings() {
  bool any = false;
  for (auto& reader : inbound_)
    any |= reader.read([&](Bytes message) {
      Payload payload(message.subspan(handler_.header_bytes));
      hand_over(message.first(handler_.header_bytes), payload);
    });
  return any;
}

bool UcxPort::write_backlogs() {
  const auto before = with_backlog_.size();
  for (std::size_t i = 0; i < with_backlog_.size(); ++i) with_backlog_[i]->write_backlog();
  std::erase_if(with_backlog_, [](const Endpoint* endpoint) { return !endpoint->has_backlog(); });
  return with_backlog_.size() < before;
}

/// Makes progress in UCX. Returns true only if a transfer ended or a message arrived: UCX may
/// report internal events for ever, and a rank that counted them would keep its core from the ranks
/// that it waits for.
bool UcxPort::work() {
  bool events = false;
  const unsigned arrivals_before = arrivals_;
  streaming_ = progress_of(worker_.get()) > 0;
  for (std::size_t i = 0; i < under_way_.size();) {
    const auto [request, completion] = under_way_[i];
    const auto status = ucp_request_check_status(request);
    if (status == UCS_INPROGRESS) {
      ++i;
      continue;
    }
    events = true;
    ucp_request_free(request);
    under_way_[i] = under_way_.back();
    under_way_.pop_back();
    if (status == UCS_OK)
      completion->complete();
    else
      completion->fail(std::string("UCX: a transfer failed: ") + ucs_status_string(status));
  }
  return events || arrivals_ != arrivals_before;
}

ucs_status_t UcxPort::arrived(void* port, const void* header, std::size_t header_bytes, void* data,
                              std::size_t bytes, const ucp_am_recv_param_t* parameters) {
  auto& self = *static_cast<UcxPort*>(port);
  ++self.arrivals_;
  ArrivedPayload payload({static_cast<const std::byte*>(data), bytes}, self.worker_.get(),
                         (parameters->recv_attr & UCP_AM_RECV_ATTR_FLAG_DATA) != 0);
  self.hand_over({static_cast<const std::byte*>(header), header_bytes}, payload);
  return payload.kept() ? UCS_INPROGRESS : UCS_OK;
}

}  // namespace tutti::fabric::ucx

namespace tutti::fabric {

std::unique_ptr<Port> open_ucx() { return std::make_unique<ucx::UcxPort>(); }

}  // namespace tutti::fabric
