#include "contract/comm_attribute.hpp"
#include "harness/subject/builtin_subjects.hpp"
#include "reference/reference.hpp"

namespace tutti {
namespace {

class ReferenceActivation : public Activation {
 public:
  explicit ReferenceActivation(MPI_Comm comm) : comm_(comm) { comm_attribute<PrivateComm>(comm); }
  MPI_Comm comm() const override { return comm_; }
  int run(const Call& call) override { return run_reference(call); }

 private:
  MPI_Comm comm_;
};

class ReferenceSubject : public Subject {
 public:
  std::string name() const override { return "reference"; }
  bool applicable(const Shape&) const override { return true; }
  std::unique_ptr<Activation> activate(MPI_Comm comm) const override {
    return std::make_unique<ReferenceActivation>(comm);
  }
};

}  // namespace

std::unique_ptr<Subject> reference_subject() { return std::make_unique<ReferenceSubject>(); }

}  // namespace tutti
