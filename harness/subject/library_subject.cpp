#include "harness/subject/builtin_subjects.hpp"

namespace tutti {
namespace {

/// A set of entry points into the MPI library: MPI_* or PMPI_*.
struct Face {
  const char* name;
  int (*call)(const Call& call);
  int (*start)(const Call& call, MPI_Request* request);
  int (*initialize)(const Call& call, MPI_Info info, MPI_Request* request);
  const RequestFunctions& requests;
};

const Face public_face{"mpi", call_library, start_library, initialize_library,
                       public_request_functions};
const Face profiling_face{"pmpi", call_pmpi, start_pmpi, initialize_pmpi,
                          profiling_request_functions};

class LibraryActivation : public Activation {
 public:
  LibraryActivation(MPI_Comm comm, const Face& face) : comm_(comm), face_(face) {}
  MPI_Comm comm() const override { return comm_; }
  int run(const Call& call) override { return face_.call(call); }
  int start(const Call& call, MPI_Request* request) override { return face_.start(call, request); }
  int initialize(const Call& call, MPI_Request* request) override {
    return face_.initialize(call, MPI_INFO_NULL, request);
  }
  const RequestFunctions& request_functions() const override { return face_.requests; }

 private:
  MPI_Comm comm_;
  const Face& face_;
};

class LibrarySubject : public Subject {
 public:
  explicit LibrarySubject(const Face& face) : face_(face) {}
  std::string name() const override { return face_.name; }
  bool applicable(const Shape&) const override { return true; }
  bool nonblocking() const override { return true; }
  bool persistent(Collective collective) const override {
    return library_has_persistent(collective);
  }
  bool has_large_counts(Collective collective) const override {
    return library_has_large_counts(collective);
  }
  bool takes_any_communicator() const override { return true; }
  std::unique_ptr<Activation> activate(MPI_Comm comm) const override {
    return std::make_unique<LibraryActivation>(comm, face_);
  }

 private:
  const Face& face_;
};

}  // namespace

std::unique_ptr<Subject> library_subject() { return std::make_unique<LibrarySubject>(public_face); }

std::unique_ptr<Subject> pmpi_subject() { return std::make_unique<LibrarySubject>(profiling_face); }

}  // namespace tutti
