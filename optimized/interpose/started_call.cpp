#include "optimized/interpose/started_call.hpp"

#include <memory>
#include <utility>

#include "contract/datatype.hpp"
#include "contract/mpi_error.hpp"
#include "optimized/fabric/port.hpp"
#include "optimized/interpose/sound_call.hpp"

namespace tutti::interpose {
namespace {

/// A datatype that lives on when the program has freed its own.
class OwnType {
 public:
  OwnType() = default;
  explicit OwnType(MPI_Datatype type) : type_(type) {
    if (is_builtin(type)) return;
    check(PMPI_Type_dup(type, &type_));
    duplicate_ = true;
  }
  ~OwnType() {
    if (duplicate_) PMPI_Type_free(&type_);
  }
  OwnType(const OwnType&) = delete;
  OwnType& operator=(const OwnType&) = delete;

  MPI_Datatype handle() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  bool duplicate_ = false;
};

/// What the program's request stands for.
struct Started {
  std::unique_ptr<OwnType> send_type, receive_type;
  std::shared_ptr<HeldOp> op;
  MPI_Request request = MPI_REQUEST_NULL;
  int code = MPI_SUCCESS;
};

int query(void* state, MPI_Status* status) {
  PMPI_Status_set_elements(status, MPI_BYTE, 0);
  PMPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = MPI_UNDEFINED;
  status->MPI_TAG = MPI_UNDEFINED;
  return static_cast<const Started*>(state)->code;
}

int discard(void* state) {
  delete static_cast<Started*>(state);
  return MPI_SUCCESS;
}

int cancel(void*, int) { return MPI_SUCCESS; }

void complete(Started& started, int code) {
  started.send_type.reset();
  started.receive_type.reset();
  started.op.reset();
  started.code = code;
  PMPI_Grequest_complete(started.request);
}

}  // namespace

int start_for_program(const Protocol& protocol, const Call& given, int rank,
                      std::shared_ptr<HeldOp> op, MPI_Request* request) {
  auto owned = std::make_unique<Started>();
  owned->op = std::move(op);
  Call call = given;
  const int code = error_code_of([&] {
    const bool reducing = traits(call.collective).reducing;
    if (!reducing && sends(call, rank)) {
      owned->send_type = std::make_unique<OwnType>(call.send_type);
      call.send_type = owned->send_type->handle();
    }
    if (call.collective != Collective::barrier && (reducing || receives(call, rank))) {
      owned->receive_type = std::make_unique<OwnType>(call.receive_type);
      call.receive_type = owned->receive_type->handle();
    }
    check(PMPI_Grequest_start(query, discard, cancel, owned.get(), &owned->request));
  });
  if (code != MPI_SUCCESS) return code;
  Started& started = *owned.release();  // the request's, from here on
  *request = started.request;
  try {
    start(protocol, call, [&started](const std::string& failure) {
      complete(started, failure.empty() ? MPI_SUCCESS : MPI_ERR_OTHER);
    });
  } catch (const MpiError& error) {
    complete(started, error.code);
  } catch (const fabric::FabricError&) {
    complete(started, MPI_ERR_OTHER);
  }
  return MPI_SUCCESS;
}

}  // namespace tutti::interpose
