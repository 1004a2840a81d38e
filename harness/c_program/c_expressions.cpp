#include "harness/c_program/c_elements.hpp"
#include "harness/c_program/c_operation.hpp"
#include "harness/c_program/source_text.hpp"
#include "harness/case/element.hpp"
#include "harness/case/intercommunicator.hpp"

namespace tutti::c_text {

/// Declares a variable of the call and returns it.
std::string OperationText::field(const std::string& type, const std::string& name,
                                 const std::string& size) {
  fields_.insert(type + " " + name + suffix_ + size);
  return "@" + name + suffix_;
}

/// Returns a number that a datatype has: if there are several, by a function of the program.
std::string OperationText::of_kind(const std::string& function, const std::string& kind,
                                   std::int64_t (*of)(const Kind&)) const {
  if (kinds_.size() > 1) return function + suffix_ + "(" + kind + ")";
  return std::to_string(kinds_.empty() ? 1 : of(kinds_.front()));
}

std::string OperationText::slot(const std::string& kind, const std::string& i) const {
  if (kinds_.size() > 1) return "slot" + suffix_ + "(" + kind + ", " + i + ")";
  const bool simple = kinds_.empty() || slot_expression(kinds_.front()) == "i";
  return simple ? i : "slot" + suffix_ + "(" + i + ")";
}

/// Returns where element i of block b lies in a buffer.
std::string OperationText::place(const BufferText& buffer, const std::string& i) {
  if (buffer.blocks == Blocks::one) return slot(buffer.kind, i);
  if (buffer.blocks == Blocks::equal) {
    const auto count = std::to_string(operation_.counts.front() * operation_.run_length);
    return slot(buffer.kind, "b * " + count + "L + " + i);
  }
  const std::string displacement = "@" + buffer.name + "_displs" + suffix_ + "[b]";
  if (about_.typed_per_block)
    return displacement + " / (long)sizeof(" + type_ + ") + " + slot(buffer.kind, i);
  const std::string extent =
      of_kind("extent_of_type", buffer.kind, [](const Kind& kind) { return kind.map().extent(); });
  return displacement + (extent == "1" ? "" : " * " + extent) + " + " + slot(buffer.kind, i);
}

/// Returns the bytes of a buffer: those of the extents of all instances.
std::string OperationText::bytes_of(const BufferText& buffer) {
  const std::string size = "sizeof(" + type_ + ")";
  if (buffer.is_listed()) return size + " * @" + buffer.name + "_slots" + suffix_;
  const auto slots = tables_.of_member(buffer.name + "_slots", of_members([&](std::size_t member) {
                                         const Kind kind = kind_of(buffer, member, 0);
                                         const std::int64_t elements =
                                             buffer.blocks == Blocks::equal
                                                 ? operation_.counts.front() * operation_.run_length
                                                 : elements_of(buffer, member);
                                         return elements / kind.elements * kind.map().extent();
                                       }));
  return size + (buffer.blocks == Blocks::equal ? " * " + buffer.number : "") + " * " + slots;
}

/// Returns the rank with which block b is exchanged.
std::string OperationText::peer(const BufferText& buffer) const {
  if (about_.neighbourhood)
    return buffer.name == "send" ? "destinations[rank][b]" : "sources[rank][b]";
  return setting_.between_groups() ? "remote_first + b" : "b";
}

/// Returns the index of the block for this rank among those of its sender.
std::string OperationText::index_at_sender(bool of_neighbour) const {
  if (of_neighbour) return "source_blocks[rank][b]";
  return setting_.between_groups() ? "rank - own_first" : "rank";
}

/// Returns element i of what a rank contributes; of one of its blocks, if it contributes several.
std::string OperationText::value(const std::string& from, const std::string& block,
                                 const std::string& i, const std::string& call) const {
  std::vector<std::string> arguments;
  if (setting_.several) arguments.push_back(call);
  arguments.push_back(from);
  if (!about_.reducing && about_.input.extent == Extent::blocks) arguments.push_back(block);
  arguments.push_back(i);
  return "value" + suffix_ + "(" + joined(arguments) + ")";
}

std::string OperationText::own_value(const BufferText& buffer) const {
  // Alone, a rank has two operands.
  const bool second = about_.alone && buffer.name == "receive";
  return value(second ? "rank + 1" : "rank", "b", "i");
}

/// Returns where element i of the result of a reduction is in what the ranks contribute.
std::string OperationText::position() {
  if (about_.output.extent != Extent::block) return "i";
  const auto offset =
      tables_.of_member("offsets", of_members([&](std::size_t member) {
                          const auto& [communicator, ranks, rank] = setting_.members[member];
                          const auto blocks = combined_blocks(problem(member), rank);
                          const int own = local_rank(setting_.test.group, ranks, rank);
                          return operation_.run_length *
                                 total(std::span(blocks).first(static_cast<std::size_t>(own)));
                        }));
  return offset == "0" ? "i" : offset + " + i";
}

/// Returns what element i of the result, of its block b, must be.
std::string OperationText::expected_value() {
  if (about_.reducing)
    return "expected" + suffix_ + "(" + (setting_.several ? "@number, " : "") + position() + ")";
  if (about_.output.extent == Extent::blocks)
    return value(peer(receives_), index_at_sender(about_.neighbourhood), "i");
  return value(std::to_string(operation_.root), index_at_sender(false), "i");
}

/// Returns a statement that stores a value without the padding of a pair.
std::string OperationText::put(const std::string& variable, const std::string& value) const {
  if (has_padding(operation_.element))
    return "put" + suffix_ + "(&" + variable + ", " + value + ");\n";
  return variable + " = " + value + ";\n";
}

/// Returns loops over the elements of a buffer.
std::string OperationText::loop(const BufferText& buffer, const std::string& body) const {
  const std::string elements = block_of("for (long i = 0; i < " + buffer.length + "; ++i)", body);
  if (buffer.blocks == Blocks::one) return elements;
  return "for (int b = 0; b < " + buffer.number + "; ++b)\n" + indented(elements);
}

std::string OperationText::first_contributor() const {
  if (about_.alone) return "rank";
  return setting_.between_groups() ? "remote_first" : "0";
}

std::string OperationText::end_of_contributors() const {
  if (about_.alone) return "rank + 2";
  if (setting_.between_groups()) return "remote_first + remote_ranks";
  if (about_.combined == Combined::up_to_own) return "rank + 1";
  return about_.combined == Combined::before_own ? "rank" : "ranks";
}

std::string OperationText::type_of_list(bool displacements) const {
  if (!displacements) return operation_.large ? "MPI_Count" : "int";
  const bool wide = operation_.large || (about_.neighbourhood && about_.typed_per_block);
  return wide ? "MPI_Aint" : "int";
}

/// Returns the name of the function, as messages give it.
std::string OperationText::label() const {
  std::string function = "MPI_" + std::string(about_.name);
  function[4] = static_cast<char>(std::toupper(static_cast<unsigned char>(function[4])));
  return function;
}

}  // namespace tutti::c_text
