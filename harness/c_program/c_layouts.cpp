#include "harness/c_program/c_layouts.hpp"

#include <algorithm>

#include "harness/c_program/source_text.hpp"

namespace tutti::c_text {
namespace {

std::string text(std::int64_t number) { return std::to_string(number); }

/// Returns whether the elements of an instance are equally far from each other: by `stride`.
bool is_regular(const Typemap& map, std::int64_t stride) {
  for (std::size_t i = 1; i < map.slots.size(); ++i)
    if (map.slots[i] - map.slots[i - 1] != stride) return false;
  return true;
}

std::string name_of_table(const Kind& kind) {
  return (kind.layout == Layout::indexed ? "indexed_" : "interleaved_") + text(kind.elements);
}

/// A run of elements that lie one behind the other.
struct Run {
  std::int64_t length, slot;
};

std::vector<Run> runs_of(const Kind& kind) {
  std::vector<Run> runs;
  for (const std::int64_t slot : kind.map().slots) {
    const bool goes_on = !runs.empty() && slot == runs.back().slot + runs.back().length;
    if (goes_on && kind.layout != Layout::interleaved)
      ++runs.back().length;
    else
      runs.push_back({1, slot});
  }
  return runs;
}

/// Returns the definitions of `lengths` and `slots`.
std::string lists(const Kind& kind, std::string_view type_of_slots, const std::string& unit) {
  std::vector<std::string> lengths, slots;
  for (const auto& [length, slot] : runs_of(kind)) {
    lengths.push_back(text(length));
    slots.push_back(text(slot) + unit);
  }
  return "const int lengths[] = {" + joined(lengths) + "};\nconst " + std::string(type_of_slots) +
         " slots[] = {" + joined(slots) + "};\n";
}

/// Returns the call that gives the datatype `part` an extent.
std::string resizing(std::int64_t extent, const std::string& c_type) {
  return filled(
      "MPI_Type_create_resized(part, 0, $extent * sizeof($c_type), "
      "&type);\nMPI_Type_free(&part);\n",
      {{"extent", text(extent)}, {"c_type", c_type}});
}

std::string structure(const Kind& kind, const std::string& element, const std::string& c_type) {
  const auto runs = static_cast<std::int64_t>(runs_of(kind).size());
  const std::vector<std::string> types(static_cast<std::size_t>(runs), element);
  return lists(kind, "MPI_Aint", " * sizeof(" + c_type + ")") + "const MPI_Datatype types[] = {" +
         joined(types) + "};\nMPI_Datatype part;\nMPI_Type_create_struct(" + text(runs) +
         ", lengths, slots, types, &part);\n" + resizing(kind.map().extent(), c_type);
}

std::string hollow(const Kind& kind, const std::string& element, const std::string& c_type) {
  return filled(R"(const int lengths[] = {1, $elements};
const MPI_Aint slots[] = {$extent * sizeof($c_type), 0};
MPI_Datatype types[] = {MPI_DATATYPE_NULL, $element}, part;
MPI_Type_contiguous(0, $element, &types[0]);
MPI_Type_create_struct(2, lengths, slots, types, &part);
MPI_Type_free(&types[0]);
)",
                {{"elements", text(kind.elements)},
                 {"extent", text(kind.map().extent())},
                 {"c_type", c_type},
                 {"element", element}}) +
         resizing(kind.map().extent(), c_type);
}

std::string indexed(const Kind& kind, const std::string& element, const std::string& made) {
  return lists(kind, "int", "") + "MPI_Type_indexed(" + text(std::ssize(runs_of(kind))) +
         ", lengths, slots, " + element + ", &" + made + ");\n";
}

}  // namespace

std::string slot_expression(const Kind& kind) {
  const Typemap map = kind.map();
  const std::int64_t extent = map.extent(), elements = kind.elements;
  const std::int64_t stride = elements > 1 ? map.slots[1] - map.slots[0] : 1;
  const std::string first = map.slots[0] == 0 ? "" : " + " + text(map.slots[0]);
  if (is_regular(map, stride) && extent == stride * elements)
    return (extent == 1 || stride == 1 ? "i" : "i * " + text(stride)) + first;
  if (elements == 1) return "i * " + text(extent) + first;
  const std::string inner = "i % " + text(elements);
  const std::string begin = "i / " + text(elements) + " * " + text(extent) + " + ";
  if (is_regular(map, stride))
    return begin + inner + (stride == 1 ? "" : " * " + text(stride)) + first;
  if (kind.layout == Layout::vector) return begin + inner + " / 2 * 3 + i % 2";
  if (kind.layout == Layout::gaps)
    return begin + inner + " + (" + inner + " < " + text((elements + 1) / 2) + " ? 1 : 2)";
  return begin + name_of_table(kind) + "[" + inner + "]";
}

std::string slot_tables(const Kind& kind) {
  if (!mentions(slot_expression(kind), name_of_table(kind))) return "";
  return table(name_of_table(kind), kind.map().slots);
}

std::string making(const Kind& kind, const std::string& element, const std::string& c_type) {
  const std::string count = text(kind.elements), extent = text(kind.map().extent());
  switch (kind.layout) {
    case Layout::plain:
      return "MPI_Type_dup(" + element + ", &type);\n";
    case Layout::whole:
      return "MPI_Type_contiguous(" + count + ", " + element + ", &type);\n";
    case Layout::vector:
      return kind.elements % 2 == 0
                 ? "MPI_Type_vector(" + text(kind.elements / 2) + ", 2, 3, " + element +
                       ", &type);\n"
                 : "MPI_Type_vector(" + count + ", 1, 2, " + element + ", &type);\n";
    case Layout::indexed:
    case Layout::shifted:
      return indexed(kind, element, "type");
    case Layout::gaps:
      return structure(kind, element, c_type);
    case Layout::reversed:
      return filled(
          "MPI_Type_create_hvector($count, 1, $stride * (MPI_Aint)sizeof($c_type), $element, "
          "&type);\n",
          {{"count", count}, {"stride", "-2"}, {"c_type", c_type}, {"element", element}});
    case Layout::resized:
      return "MPI_Datatype part;\nMPI_Type_contiguous(" + count + ", " + element + ", &part);\n" +
             resizing(kind.map().extent(), c_type);
    case Layout::interleaved:
      return "MPI_Datatype part;\n" + indexed(kind, element, "part") +
             resizing(kind.map().extent(), c_type);
    case Layout::hollow:
      return hollow(kind, element, c_type);
  }
  return "";
}

}  // namespace tutti::c_text
