#include "harness/subject/own.hpp"

namespace tutti {
namespace {

class LibraryActivation : public Activation {
 public:
  explicit LibraryActivation(MPI_Comm comm) : comm_(comm) {}
  MPI_Comm comm() const override { return comm_; }
  int run(const Call& call) override { return call_library(call); }
  int start(const Call& call, MPI_Request* request) override {
    return start_library(call, request);
  }

 private:
  MPI_Comm comm_;
};

class LibrarySubject : public Subject {
 public:
  std::string name() const override { return "mpi"; }
  bool applicable(const Shape&) const override { return true; }
  bool nonblocking() const override { return true; }
  std::unique_ptr<Activation> activate(MPI_Comm comm) const override {
    return std::make_unique<LibraryActivation>(comm);
  }
};

}  // namespace

std::unique_ptr<Subject> library_subject() { return std::make_unique<LibrarySubject>(); }

}  // namespace tutti
