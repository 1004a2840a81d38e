#include "harness/c_program/c_operation.hpp"
#include "harness/c_program/c_operators.hpp"
#include "harness/c_program/source_text.hpp"
#include "harness/case/intercommunicator.hpp"

namespace tutti::c_text {
namespace {

std::string where(const std::string& condition, const std::string& there,
                  const std::string& elsewhere) {
  if (condition == Tables::always || there == elsewhere) return there;
  return condition == Tables::never ? elsewhere : condition + " ? " + there + " : " + elsewhere;
}

}  // namespace

/// Makes the counts and the operator of a reduction.
void OperationText::prepare_reduction() {
  // The datatype is significant at every rank.
  if (has_type_variable())
    preparation_ += field("MPI_Datatype", "receive_type") + " = made_type" + suffix_ + "(" +
                    (kinds_.size() > 1 ? receives_.kind : "") + ");\n";
  if (!is_builtin(operation_.op)) {
    const auto op = field("MPI_Op", "op");
    preparation_ += "MPI_Op_create(combine" + suffix_ + ", " +
                    (is_commutative(operation_.op) ? "1" : "0") + ", &" + op + ");\n";
    if (frees_operator()) freeing_ += "MPI_Op_free(&" + op + ");\n";
  }
  if (operation_.collective != Collective::reduce_scatter) return;
  const std::string size = std::to_string(setting_.largest_communicator());
  const auto counts = field(type_of_list(false), "counts_list", "[" + size + "]");
  const std::string elements =
      of_kind("elements_in_type", receives_.kind, [](const Kind& kind) { return kind.elements; });
  const std::string first = setting_.between_groups() ? "own_first + b" : "b";
  const std::string number = setting_.between_groups() ? "own_ranks" : "ranks";
  preparation_ += "for (int b = 0; b < " + number + "; ++b)\n  " + counts +
                  "[b] = " + length_between(first, first) +
                  (elements == "1" ? "" : " / " + elements) + ";\n";
}

std::string OperationText::pointer_of(const BufferText& buffer) const {
  return operation_.absolute && buffer.where != Tables::never
             ? where(buffer.where, "MPI_BOTTOM", buffer.name)
             : buffer.name;
}

std::string OperationText::type_of(BufferText& buffer) {
  const std::string type = has_type_variable() && buffer.where != Tables::never
                               ? field("MPI_Datatype", buffer.name + "_type")
                               : element_;
  return about_.reducing ? type : where(buffer.where, type, "MPI_DATATYPE_NULL");
}

/// Adds the arguments for a buffer. Those that MPI ignores are absurd.
void OperationText::add_side(std::vector<std::string>& arguments, BufferText& buffer) {
  arguments.push_back(pointer_of(buffer));
  const bool none = buffer.where == Tables::never;
  if (buffer.is_listed()) {
    arguments.push_back(
        none ? "NULL" : where(buffer.where, "@" + buffer.name + "_counts" + suffix_, "NULL"));
    arguments.push_back(
        none ? "NULL" : where(buffer.where, "@" + buffer.name + "_displs" + suffix_, "NULL"));
    if (about_.typed_per_block)
      arguments.push_back(
          none ? "NULL" : where(buffer.where, "@" + buffer.name + "_types" + suffix_, "NULL"));
  } else {
    const auto counts = of_members([&](std::size_t member) {
      const std::int64_t elements = buffer.blocks == Blocks::equal
                                        ? operation_.counts.front() * operation_.run_length
                                        : elements_of(buffer, member);
      return elements / kind_of(buffer, member, 0).elements;
    });
    arguments.push_back(
        where(buffer.where, tables_.of_member(buffer.name + "_count", counts), "-1"));
  }
  if (!about_.typed_per_block) arguments.push_back(type_of(buffer));
}

std::string OperationText::root_argument() const {
  const int root = operation_.root;
  if (!setting_.between_groups()) return std::to_string(root);
  const bool in_first = root < setting_.border();
  const std::string border = std::to_string(setting_.border());
  const std::string local = std::to_string(in_first ? root : root - setting_.border());
  return "rank == " + std::to_string(root) + " ? MPI_ROOT : rank " + (in_first ? "< " : ">= ") +
         border + " ? MPI_PROC_NULL : " + local;
}

std::vector<std::string> OperationText::arguments() {
  std::vector<std::string> arguments;
  if (about_.reducing) {
    arguments = {"send", "receive"};
    if (operation_.collective == Collective::reduce_scatter) {
      arguments.push_back("@counts_list" + suffix_);
    } else {
      const auto counts = of_members([&](std::size_t member) {
        const auto blocks = combined_blocks(problem(member), setting_.members[member].rank);
        return blocks.front() / kind_of(receives_, member, 0).elements * operation_.run_length;
      });
      arguments.push_back(tables_.of_member("count", counts));
    }
    arguments.push_back(has_type_variable() ? field("MPI_Datatype", "receive_type") : element_);
    arguments.push_back(is_builtin(operation_.op) ? mpi_name(operation_.op) : "@op" + suffix_);
  } else {
    if (sends_.exists) add_side(arguments, sends_);
    if (receives_.exists) add_side(arguments, receives_);
  }
  if (about_.rooted) arguments.push_back(root_argument());
  if (!about_.alone) arguments.emplace_back("@comm");
  return arguments;
}

std::string OperationText::arriving() const {
  return delay_ + (operation_.collective == Collective::barrier ? "@entered = now();\n" : "");
}

std::string OperationText::calling(Form form) const {
  std::string function(about_.name);
  const bool nonblocking = form == Form::started || form == Form::completed;
  const bool alone = about_.alone;
  if (!nonblocking || alone)
    function[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(function[0])));
  else
    function = "I" + function;
  if (form == Form::prepared) function += "_init";
  auto arguments = arguments_;
  if (form == Form::prepared) arguments.emplace_back("MPI_INFO_NULL");
  if (form != Form::blocking && !alone) arguments.emplace_back("&@request");
  const bool barrier = operation_.collective == Collective::barrier;
  std::string text = form == Form::prepared ? "" : arriving();
  text += "MPI_" + function + (operation_.large ? "_c" : "") + "(" + joined(arguments) + ");\n";
  if (form == Form::completed && !alone) text += "MPI_Wait(&@request, MPI_STATUS_IGNORE);\n";
  if (barrier && (form == Form::blocking || form == Form::completed)) text += "@left = now();\n";
  if (form == Form::started || form == Form::prepared) text += freeing_;
  return text;
}

}  // namespace tutti::c_text
