#include <fmt/format.h>

#include "harness/c_program/c_data.hpp"
#include "harness/c_program/c_elements.hpp"
#include "harness/c_program/c_operation.hpp"
#include "harness/c_program/c_operators.hpp"
#include "harness/c_program/source_text.hpp"
#include "harness/case/element.hpp"
#include "harness/case/input_data.hpp"

namespace tutti::c_text {
namespace {

/// Returns a function of the number of a datatype.
std::string by_kind(const std::string& name, const std::vector<Kind>& kinds,
                    std::int64_t (*of)(const Kind&)) {
  std::vector<std::int64_t> values;
  for (const Kind& kind : kinds) values.push_back(of(kind));
  return "static int " + name + "(int type) {\n" + indented(table("of_type", values)) +
         "  return of_type[type];\n}\n\n";
}

std::string elements_and_layout(const Kind& kind) {
  static const std::map<Layout, std::string> descriptions{
      {Layout::plain, "one element"},
      {Layout::whole, "all elements of a message"},
      {Layout::vector, "elements with gaps between them"},
      {Layout::indexed, "blocks of unequal length, out of order in memory"},
      {Layout::gaps, "a struct with padding in front, inside and behind"},
      {Layout::shifted, "elements above a lower bound"},
      {Layout::reversed, "elements in descending order in memory"},
      {Layout::resized, "elements, and a gap behind them"},
      {Layout::interleaved,
       "elements of which every other one lies among those of the next instance"},
      {Layout::hollow, "a struct of elements, and of nothing at its end"}};
  const auto& description = descriptions.at(kind.layout);
  return kind.elements == 1 ? description
                            : std::to_string(kind.elements) + " elements: " + description;
}

}  // namespace

/// Writes the functions for the datatypes: `made_type` makes one, and `slot` tells where its
/// elements are.
void OperationText::write_kinds() {
  if (kinds_.empty() || !has_type_variable()) return;
  const bool several = kinds_.size() > 1;
  const auto add_helper = [&](const std::string& name, std::int64_t (*of)(const Kind&)) {
    helpers_.emplace_back(name + suffix_, by_kind(name + suffix_, kinds_, of));
  };
  std::string making_all, slots, tables;
  for (std::size_t number = 0; number < kinds_.size(); ++number) {
    const Kind& kind = kinds_[number];
    if (tables.find(slot_tables(kind)) == std::string::npos) tables += slot_tables(kind);
    const std::string comment = "/* " + elements_and_layout(kind) + " */\n";
    const bool makes = !kind.is_predefined() || frees_types();
    std::string made =
        comment + (makes ? making(kind, element_, type_) : "type = " + element_ + ";\n");
    std::string slot = "return " + slot_expression(kind) + ";\n";
    if (several) {
      const std::string condition = "if (type == " + std::to_string(number) + ")";
      made = "if (number == " + std::to_string(number) + ") {\n" + indented(made) + "}\n";
      if (number + 1 < kinds_.size()) slot = condition + " " + slot;
    }
    making_all += made;
    slots += slot;
  }
  if (several || slots != "return i;\n")
    helpers_.emplace_back("slot" + suffix_,
                          "/* Where element i of a message lies. */\nstatic long slot" + suffix_ +
                              "(" + (several ? "int type, " : "") + "long i) {\n" +
                              indented(tables + slots) + "}\n\n");
  if (several) {
    add_helper("extent_of_type", [](const Kind& kind) { return kind.map().extent(); });
    add_helper("elements_in_type", [](const Kind& kind) { return kind.elements; });
  }
  if (several && about_.typed_per_block) {
    add_helper("lowest_of_type", [](const Kind& kind) { return slots_of(kind.map(), 1).low; });
    add_helper("span_of_type", [](const Kind& kind) {
      const auto [low, high] = slots_of(kind.map(), 1);
      return high - low;
    });
  }
  if (kinds_ == std::vector{Kind{}} && !frees_types()) return;
  helpers_.emplace_back(
      "made_type" + suffix_,
      "static MPI_Datatype made_type" + suffix_ + "(" + (several ? "int number" : "void") +
          ") {\n  MPI_Datatype type = MPI_DATATYPE_NULL;\n" + indented(making_all) +
          "  MPI_Type_commit(&type);\n  return type;\n}\n\n");
}

void OperationText::write_value() {
  if (!has_buffers()) return;
  const bool blocks = !about_.reducing && about_.input.extent == Extent::blocks;
  std::vector<std::string> parameters;
  if (setting_.several) parameters.emplace_back("int call");
  parameters.emplace_back("int from");
  if (blocks) parameters.emplace_back("int block");
  parameters.emplace_back("long i");
  std::string place =
      operation_.data == Data::overflow ? fmt::format("i % {}", overflow_period) : "i";
  if (blocks && setting_.several) place = "1000003L * (1009L * call + block) + " + place;
  if (blocks && !setting_.several) place = "1000003L * block + " + place;
  if (!blocks && setting_.several) place = "1000003L * call + " + place;
  int ranks = about_.alone ? 2 : setting_.largest_communicator();
  functions_ += "/* Element i of what a rank contributes" +
                std::string(blocks ? " in a block" : "") + ". */\nstatic " + type_ + " value" +
                suffix_ + "(" + joined(parameters) + ") {\n" +
                value_body(operation_, ranks, place) + "}\n\n";
  if (has_padding(operation_.element))
    functions_ += filled(R"(/* Leaves the padding alone. */
static void put$s($type *to, $type from) {
  to->value = from.value;
  to->index = from.index;
}

)",
                         {{"s", suffix_}, {"type", type_}});
}

void OperationText::write_operator() {
  if (!about_.reducing || is_builtin(operation_.op)) return;
  functions_ += filled(R"(static $type combined$s($type left, $type right) {
$body}

/* The function of the operator. */
static void combine$s(void *in, void *inout, int *count, MPI_Datatype *datatype) {
  const $type *left = in;
  $type *right = inout;
  for (long i = 0; i < (long)*count * $elements; ++i)
    $put}

)",
                       {{"type", type_},
                        {"s", suffix_},
                        {"body", indented(combination_body(operation_))},
                        {"elements", of_kind("elements_in_type", receives_.kind,
                                             [](const Kind& kind) { return kind.elements; })},
                        {"put", put("right[" + slot(receives_.kind, "i") + "]",
                                    "combined" + suffix_ + "(left[" + slot(receives_.kind, "i") +
                                        "], right[" + slot(receives_.kind, "i") + "])")}});
}

/// Writes the function `expected`, of a reduction.
void OperationText::write_expected() {
  if (!about_.reducing || operation_.data == Data::overflow) return;
  if (operation_.data == Data::rounding) return write_rounding_check();
  const std::string first = first_contributor();
  functions_ += filled(
      R"(/* Element i of the result$where. */
static $type expected$s($call$long i) {
  $type result = $first;
$combine  return result;
}

)",
      {{"where", about_.output.extent == Extent::block ? " before it is scattered" : ""},
       {"type", type_},
       {"s", suffix_},
       {"call", setting_.several ? "int call, " : ""},
       {"long", "long"},
       {"first", value(first, "", "i", "call")},
       {"combine", indented(block_of("for (int from = " + (first == "0" ? "1" : first + " + 1") +
                                         "; from < " + end_of_contributors() + "; ++from)",
                                     accumulation(operation_.op, type_,
                                                  value("from", "", "i", "call"), suffix_)))}});
}

/// Writes the function that compares elements, and erases them: what is not erased then has
/// been written elsewhere.
void OperationText::write_check() {
  if (!has_buffers()) return;
  const bool blocks = sends_.blocks != Blocks::one || receives_.blocks != Blocks::one;
  const std::string got = holds_pairs(operation_.element) ? "(*got)" : "*got";
  const std::string format = print_format(operation_.element);
  const std::string erase =
      has_padding(operation_.element)
          ? "erase(&got->value, sizeof got->value);\n  erase(&got->index, sizeof got->index);\n"
          : "erase(got, sizeof *got);\n";
  functions_ +=
      filled(R"(static void check$s(const char *what, $block$long i, $type *got, $type want) {
  if (($differ) && faults++ < 5)
    printf("rank %d: $label, %s: $in_block$element %ld: expected $format, got $format\n", rank, what,$print_block
           i, $wanted, $seen);
  $erase}

)",
             {{"s", suffix_},
              {"block", blocks ? "int block, " : ""},
              {"long", "long"},
              {"element", "element"},
              {"type", type_},
              {"differ", differ(operation_.element, operation_.op, got, "want")},
              {"label", label()},
              {"in_block", blocks ? "block %d, " : ""},
              {"format", format},
              {"print_block", blocks ? " block," : ""},
              {"wanted", print_arguments(operation_.element, "want")},
              {"seen", print_arguments(operation_.element, got)},
              {"erase", erase}});
}

void OperationText::write_rounding_check() {
  const bool is_complex = class_of(operation_.element) == ElementClass::complex;
  const bool product = operation_.op == Operator::prod;
  const std::string epsilon =
      operation_.element == Element::float32 || operation_.element == Element::complex64
          ? "FLT_EPSILON"
      : operation_.element == Element::long_double ? "LDBL_EPSILON"
                                                   : "DBL_EPSILON";
  const std::string end = end_of_contributors(), first = first_contributor();
  const std::string number = first == "0" ? end : "(" + end + " - (" + first + "))";
  const auto part = [&](const std::string& of) {
    return is_complex ? "(part ? cimagl(" + of + ") : creall(" + of + "))" : of;
  };
  const std::string body = filled(R"(long double exact = $neutral, size = $neutral;
for (int from = $first; from < $end; ++from) {
  const long double next = $next;
  exact $op next;
  size $op fabsl(next);
}
const long double bound = ($number) * ($epsilon / 2 + LDBL_EPSILON) * size;
if (!(fabsl($got - exact) <= bound) && faults++ < 5)
  printf("rank %d: $label: element %ld: expected %.21Lg within %.3Lg, got %.21Lg\n", rank, i,
         exact, bound, (long double)$got);
)",
                                  {{"neutral", product ? "1" : "0"},
                                   {"first", first},
                                   {"end", end},
                                   {"next", part(value("from", "", "i", "call"))},
                                   {"op", product ? "*=" : "+="},
                                   {"number", number},
                                   {"epsilon", epsilon},
                                   {"label", label()},
                                   {"got", part("*got")}});
  functions_ += filled(
      R"(/* Compares with the exact result, within the bound of rounding in any order. */
static void check_rounded$s($call$long i, $type *got) {
$body  erase(got, sizeof *got);
}

)",
      {{"s", suffix_},
       {"call", setting_.several ? "int call, " : ""},
       {"long", "long"},
       {"type", type_},
       {"body",
        indented(is_complex ? block_of("for (int part = 0; part < 2; ++part)", body) : body)}});
}

}  // namespace tutti::c_text
