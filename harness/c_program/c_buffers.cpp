#include "harness/c_program/c_operation.hpp"
#include "harness/c_program/source_text.hpp"
#include "harness/case/element.hpp"
#include "harness/case/input_data.hpp"

namespace tutti::c_text {
namespace {

/// Returns the statements as those of a condition.
std::string only(const std::string& where, const std::string& body) {
  if (where == Tables::never || body.empty()) return "";
  return where == Tables::always ? body : block_of("if (" + where + ")", body);
}

}  // namespace

/// Allocates a buffer, with the lists and datatypes that describe it.
void OperationText::prepare(BufferText& buffer) {
  if (!buffer.exists) return;
  std::string lists;
  if (buffer.is_listed() && buffer.where != Tables::never) lists = lists_of(buffer);
  const auto& offsets =
      buffer.name == "send" ? operation_.send_offsets : operation_.receive_offsets;
  const std::string allocation =
      "buffer(" + bytes_of(buffer) + ", " +
      tables_.of_member(buffer.name + "_offsets", of_members([&](std::size_t member) {
                          return buffer.has[member]
                                     ? of_rank(offsets, setting_.members[member].rank)
                                     : offsets.front();
                        })) +
      ")";
  std::string pointer = "NULL";
  if (buffer.in_place != Tables::never) pointer = "MPI_IN_PLACE";
  if (buffer.where == Tables::always)
    pointer = allocation;
  else if (buffer.where != Tables::never)
    pointer = buffer.where + " ? " + allocation + " : " + pointer;
  preparation_ += only(buffer.where, lists);
  if (has_buffers()) preparation_ += type_ + " *" + buffer.name + " = " + pointer + ";\n";
  if (setting_.several) preparation_ += "@" + buffer.name + " = " + buffer.name + ";\n";
  if (buffer.where != Tables::never) preparation_ += only(buffer.where, types_of(buffer));
}

/// Fills in counts and displacements.
std::string OperationText::lists_of(BufferText& buffer) {
  const std::string most =
      about_.neighbourhood || setting_.test.group == Group::halves || setting_.between_groups()
          ? std::to_string(
                std::max(1, setting_.largest_communicator() * (about_.neighbourhood ? 6 : 1)))
          : "ranks";
  const auto counts = field(type_of_list(false), buffer.name + "_counts", "[" + most + "]");
  const auto displs = field(type_of_list(true), buffer.name + "_displs", "[" + most + "]");
  const auto slots = field("long", buffer.name + "_slots");
  const std::string elements =
      of_kind("elements_in_type", buffer.kind, [](const Kind& kind) { return kind.elements; });
  const std::string extent =
      of_kind("extent_of_type", buffer.kind, [](const Kind& kind) { return kind.map().extent(); });
  std::string body;
  if (operation_.scattered) body += slots + " += 1 + b % 3;\n";
  body += counts + "[b] = " + buffer.length + (elements == "1" ? "" : " / " + elements) + ";\n";
  if (about_.typed_per_block) {
    const std::string lowest = of_kind("lowest_of_type", buffer.kind, [](const Kind& kind) {
      return slots_of(kind.map(), 1).low;
    });
    const std::string span = of_kind("span_of_type", buffer.kind, [](const Kind& kind) {
      const auto [low, high] = slots_of(kind.map(), 1);
      return high - low;
    });
    const std::string size = "(" + type_of_list(true) + ")sizeof(" + type_ + ")";
    body += displs + "[b] = (" + slots + (lowest == "0" ? "" : " - (" + lowest + ")") + ") * " +
            size + ";\n";
    body += "if (" + counts + "[b] > 0) " + slots + " += (" + counts + "[b] - 1) * (long)" +
            extent + " + " + span + ";\n";
  } else {
    body += displs + "[b] = " + slots + ";\n" + slots + " += " + counts + "[b];\n";
  }
  // Out of order and with holes, if the blocks are scattered.
  const std::string loop = operation_.scattered
                               ? "for (int b = " + buffer.number + " - 1; b >= 0; --b)"
                               : "for (int b = 0; b < " + buffer.number + "; ++b)";
  std::string text = slots + " = 0;\n" + block_of(loop, body);
  if (!about_.typed_per_block && extent != "1") text += slots + " *= " + extent + ";\n";
  return text;
}

/// Makes the datatypes.
std::string OperationText::types_of(BufferText& buffer) {
  if (about_.reducing) return "";
  if (!has_type_variable() && !about_.typed_per_block) return "";
  const bool several = kinds_.size() > 1;
  const bool makes = kinds_ != std::vector{Kind{}} || frees_types();
  std::string type =
      makes ? "made_type" + suffix_ + "(" + (several ? buffer.kind : "") + ")" : element_;
  if (operation_.absolute) type = "placed(" + type + ", " + buffer.name + ")";
  const bool own = makes || operation_.absolute;
  if (about_.typed_per_block) {
    const std::string size = std::to_string(
        std::max(1, setting_.largest_communicator() * (about_.neighbourhood ? 6 : 1)));
    const auto types = field("MPI_Datatype", buffer.name + "_types", "[" + size + "]");
    const std::string loop = "for (int b = 0; b < " + buffer.number + "; ++b)";
    if (frees_types() && own)
      freeing_ += only(buffer.where, loop + "\n  MPI_Type_free(&" + types + "[b]);\n");
    return loop + "\n  " + types + "[b] = " + type + ";\n";
  }
  const auto variable = field("MPI_Datatype", buffer.name + "_type");
  if (frees_types() && own) freeing_ += only(buffer.where, "MPI_Type_free(&" + variable + ");\n");
  return variable + " = " + type + ";\n";
}

/// Writes what a call has before it.
void OperationText::fill() {
  if (sends_.exists)
    filling_ +=
        only(sends_.where, loop(sends_, put("send[" + place(sends_) + "]", own_value(sends_))));
  if (!receives_.exists) return;
  const std::string whole =
      loop(receives_, put("receive[" + place(receives_) + "]", own_value(receives_)));
  if (operation_.collective == Collective::bcast)
    filling_ += only("rank == " + std::to_string(operation_.root), whole);
  else if (about_.alone)
    filling_ += whole;
  else if (sends_.exists && sends_.in_place != Tables::never &&
           !is_scatter(operation_.collective)) {
    const bool own_block = !about_.reducing && about_.input.extent == Extent::block;
    const std::string own =
        block_of("for (long i = 0; i < " + receives_.length + "; ++i)",
                 put("receive[" + place(receives_) + "]", own_value(receives_)));
    filling_ += only(sends_.in_place, own_block ? replaced(own, "b", "rank") : whole);
  }
}

std::string OperationText::check_of(BufferText& buffer, const std::string& body) {
  const std::string what = buffer.name == "send" ? "\"send buffer\"" : "\"receive buffer\"";
  return only(buffer.where, body + "check_gaps(" + what + ", (unsigned char *)" + buffer.name +
                                ", " + bytes_of(buffer) + ");\n");
}

void OperationText::check() {
  if (operation_.collective == Collective::barrier) {
    checking_ = check_of_barrier();
    return;
  }
  const bool blocks = sends_.blocks != Blocks::one || receives_.blocks != Blocks::one;
  const std::string block = !blocks ? "" : sends_.blocks != Blocks::one ? "b, " : "0, ";
  if (sends_.exists)
    checking_ +=
        check_of(sends_, loop(sends_, "check" + suffix_ + "(\"send buffer\", " + block + "i, " +
                                          address(sends_) + ", " + own_value(sends_) + ");\n"));
  if (receives_.exists) checking_ += check_of(receives_, check_of_result());
}

/// Returns a statement that checks element i of the result, of its block b.
std::string OperationText::check_of_element() {
  const bool blocks = sends_.blocks != Blocks::one || receives_.blocks != Blocks::one;
  const std::string block = !blocks ? "" : receives_.blocks != Blocks::one ? "b, " : "0, ";
  const auto checked = [&](const std::string& expected) {
    return "check" + suffix_ + "(\"result\", " + block + "i, " + address(receives_) + ", " +
           expected + ");\n";
  };
  switch (operation_.data) {
    case Data::exact:
    case Data::subnormal:
      break;
    case Data::rounding:
      return "check_rounded" + suffix_ + "(" + (setting_.several ? "@number, " : "") + position() +
             ", " + address(receives_) + ");\n";
    case Data::overflow:  // elements with the same operands
      return filled("if (i < $period)\n  $erase;\nelse\n  $check",
                    {{"period", std::to_string(overflow_period)},
                     {"erase", erasure()},
                     {"check", checked("results[i % " + std::to_string(overflow_period) + "]")}});
  }
  return checked(expected_value());
}

std::string OperationText::erasure() {
  return "erase(" + address(receives_) + ", sizeof *receive)";
}

/// Compares the elements of the result, and erases those that MPI does not define: those of
/// other blocks in place, and the result of an exscan at rank 0.
std::string OperationText::check_of_result() {
  const auto defined = of_members([&](std::size_t member) {
    const Place& at = setting_.members[member];
    if (!holds_output(problem(member), at.rank)) return std::int64_t{0};
    return total(output_blocks(problem(member), at.rank)) * operation_.run_length;
  });
  bool all_defined = true;
  for (std::size_t member = 0; member < defined.size(); ++member)
    all_defined &= !receives_.has[member] || receives_.blocks != Blocks::one ||
                   defined[member] == elements_of(receives_, member);
  std::string body = check_of_element();
  if (!all_defined && operation_.collective == Collective::bcast) {
    // Who has no part in it keeps the contents of the buffer.
    std::vector<bool> gets;
    for (const auto elements : defined) gets.push_back(elements > 0);
    return only(tables_.where("gets", gets), loop(receives_, body));
  }
  if (!all_defined)
    body = "if (i >= " + tables_.of_member("defined", defined) + ")\n  " + erasure() + ";\n" +
           (body.starts_with("if") ? "else " + body : "else\n" + indented(body));
  const std::string comparison = comparison_of_ranks();
  return comparison + loop(receives_, body) + (comparison.empty() ? "" : "free(results);\n");
}

/// All ranks get the same bits from an allreduce, also where MPI does not say which.
std::string OperationText::comparison_of_ranks() {
  const bool compares = operation_.collective == Collective::allreduce &&
                        !setting_.between_groups() &&
                        (operation_.data == Data::rounding || operation_.data == Data::overflow);
  if (!compares && operation_.data != Data::overflow) return "";
  std::string text =
      filled(R"($type *results = malloc(($length) * sizeof *results + 1);
for (long i = 0; i < $length; ++i) results[i] = receive[$place];
)",
             {{"type", type_}, {"length", receives_.length}, {"place", place(receives_)}});
  if (compares)
    text += filled(R"(/* All ranks must have the same bits: those of rank 0. */
if (rank == 0) {
  for (int other = 1; other < ranks; ++other)
    MPI_Send(results, $bytes, MPI_BYTE, world_rank(other), 7, MPI_COMM_WORLD);
} else {
  $type *of_first = malloc($bytes + 1);
  MPI_Recv(of_first, $bytes, MPI_BYTE, world_rank(0), 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (long i = 0; i < $length; ++i)
    if (results[i] != of_first[i] && faults++ < 5)
      printf("rank %d: $label: element %ld is not the same as that of rank 0\n", rank, i);
  free(of_first);
}
)",
                   {{"bytes", "(int)((" + receives_.length + ") * sizeof *results)"},
                    {"type", type_},
                    {"length", receives_.length},
                    {"label", label()}});
  return text;
}

/// Nobody may leave before all have entered. The clock is that of a host.
std::string OperationText::check_of_barrier() {
  return R"(double last_in = @entered, first_out = @left;
if (rank > 0) {
  MPI_Send(&last_in, 1, MPI_DOUBLE, world_rank(0), 7, MPI_COMM_WORLD);
  MPI_Send(&first_out, 1, MPI_DOUBLE, world_rank(0), 7, MPI_COMM_WORLD);
} else {
  for (int other = 1; other < ranks; ++other) {
    double time;
    MPI_Recv(&time, 1, MPI_DOUBLE, world_rank(other), 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (time > last_in) last_in = time;
    MPI_Recv(&time, 1, MPI_DOUBLE, world_rank(other), 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (time < first_out) first_out = time;
  }
  if (first_out < last_in && faults++ < 5)
    printf("MPI_Barrier: expected that all ranks enter before one leaves, got one that left %.6f s before\n",
           last_in - first_out);
}
)";
}

}  // namespace tutti::c_text
