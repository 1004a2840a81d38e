#include "harness/subject/builtin_subjects.hpp"
#include "optimized/team/team.hpp"

namespace tutti {
namespace {

class ProtocolActivation : public Activation {
 public:
  ProtocolActivation(MPI_Comm comm, const Protocol& protocol) : comm_(comm), protocol_(protocol) {
    team_of(comm);
  }
  MPI_Comm comm() const override { return comm_; }
  int run(const Call& call) override { return tutti::run(protocol_, call); }

 private:
  MPI_Comm comm_;
  Protocol protocol_;
};

class ProtocolSubject : public Subject {
 public:
  explicit ProtocolSubject(const Protocol& protocol) : protocol_(protocol) {}
  std::string name() const override { return print(protocol_); }
  bool applicable(const Shape& shape) const override { return tutti::applicable(protocol_, shape); }
  std::unique_ptr<Activation> activate(MPI_Comm comm) const override {
    return std::make_unique<ProtocolActivation>(comm, protocol_);
  }

 private:
  Protocol protocol_;
};

}  // namespace

std::unique_ptr<Subject> protocol_subject(const Protocol& protocol) {
  return std::make_unique<ProtocolSubject>(protocol);
}

}  // namespace tutti
