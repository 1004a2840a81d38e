#include "harness/measure/proven_subject.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "contract/error.hpp"
#include "harness/case/validate.hpp"

namespace tutti {
namespace {

Operation operation_of(const Point& point) {
  const auto& of = traits(point.collective);
  Operation operation{.collective = point.collective};
  operation.element = Element::byte;
  int width = 1;
  if (of.reducing) {
    operation.op = Operator::sum;
    const bool doubles = point.bytes % 8 == 0;
    operation.element = doubles ? Element::float64 : Element::uint8;
    width = doubles ? 8 : 1;
  }
  if (!std::in_range<int>(point.bytes / width))
    throw UsageError(print(point) + ": expected bytes that a count of MPI can say");
  operation.counts = {static_cast<int>(point.bytes / width)};
  return normalized(operation);
}

/// Returns the reduction of the point with an operator that is not commutative.
Operation not_commuting(const Point& point) {
  auto operation = operation_of(point);
  operation.op = Operator::affine;
  operation.element = Element::int_int;
  operation.counts = {std::max(1, static_cast<int>(point.bytes / 8))};
  return operation;
}

/// Returns whether MPI allows the case.
bool legal(const Case& test) {
  try {
    validate(test);
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

}  // namespace

Case case_of(const Point& point, const std::string& subject) {
  const bool on_grid = traits(point.collective).neighbourhood;
  return {.subject = subject,
          .ranks = point.ranks,
          .group = on_grid ? Group::grid : Group::world,
          .operations = {operation_of(point)}};
}

void check_measurable(const Point& point) { validate(case_of(point, "mpi")); }

Shape shape_of(const Point& point) { return shape_of(operation_of(point), point.ranks); }

SubjectRun::SubjectRun(const Subject& subject, const Point& point, Resources& resources,
                       const Exchange& exchange)
    : subject_(subject),
      point_(point),
      resources_(resources),
      exchange_(exchange),
      case_(case_of(point, subject.name())),
      case_line_(print(case_)) {}

std::string SubjectRun::first_complaint(const std::string& mine) const {
  std::string first;
  for (const auto& complaint : exchange_.collect(mine))
    if (first.empty()) first = complaint;
  return exchange_.share_text(first);
}

/// Runs a case once with the checks of verification. Returns the first complaint of any rank, or an
/// empty text. Collective.
std::string SubjectRun::complaint_about(const Case& test) const {
  Workspace proof(resources_, test, Execution{}, place(), exchange_.comm());
  const auto activation = subject_.activate(exchange_.comm());
  Call call = proof.call();
  call.comm = activation->comm();
  const auto mismatches = proof.check(activation->run(call));
  std::string complaint;
  if (!mismatches.empty())
    complaint = fmt::format("failed verification: {}: {}", print(test), describe(mismatches[0]));
  else if (activation->ran() == Ran::no)
    complaint = "not applicable: the library runs another algorithm instead";
  return first_complaint(complaint);
}

Proof SubjectRun::prove(bool variants) {
  if (!subject_.applicable(shape_of(point_))) return {"not applicable"};
  if (!subject_.environment().empty()) return {"not applicable: it needs a launch of its own"};
  Proof proof{complaint_about(case_)};
  if (!proof.complaint.empty()) return proof;
  auto in_place = case_;
  in_place.operations[0].in_place = InPlace::yes;
  if (variants && legal(in_place)) {
    const auto complaint = complaint_about(in_place);
    if (complaint.starts_with("failed")) return {complaint};
  }
  if (variants && traits(point_.collective).reducing) {
    auto not_commutative = case_;
    not_commutative.operations[0] = not_commuting(point_);
    proof.commutative_only = complaint_about(not_commutative).starts_with("failed");
  }
  workspace_ =
      std::make_unique<Workspace>(resources_, case_, Execution{}, place(), exchange_.comm());
  return proof;
}

SubjectRun::Session::Session(SubjectRun& run)
    : activation_(run.subject_.activate(run.exchange_.comm())), call_(run.workspace_->call()) {
  call_.comm = activation_->comm();
}

void SubjectRun::Session::operator()() { activation_->run(call_); }

}  // namespace tutti
