#include "harness/c_program/c_operators.hpp"

#include <stdexcept>

#include "harness/c_program/c_elements.hpp"
#include "harness/c_program/source_text.hpp"
#include "harness/case/element.hpp"
#include "harness/case/operator_semantics.hpp"

namespace tutti::c_text {
namespace {

/// Returns an expression for a combination, of $a and $b.
std::string_view expression(Operator op) {
  switch (op) {
    case Operator::sum:
      return "$a + $b";
    case Operator::prod:
      return "$a * $b";
    case Operator::max:
      return "$a > $b ? $a : $b";
    case Operator::min:
      return "$a < $b ? $a : $b";
    case Operator::land:
      return "$a && $b";
    case Operator::lor:
      return "$a || $b";
    case Operator::lxor:
      return "!$a != !$b";
    case Operator::band:
      return "$a & $b";
    case Operator::bor:
      return "$a | $b";
    case Operator::bxor:
      return "$a ^ $b";
    // The lower index, where values are equal.
    case Operator::maxloc:
      return "$a.value > $b.value || ($a.value == $b.value && $a.index < $b.index) ? $a : $b";
    case Operator::minloc:
      return "$a.value < $b.value || ($a.value == $b.value && $a.index < $b.index) ? $a : $b";
    default:
      return "";
  }
}

}  // namespace

std::string mpi_name(Operator op) {
  switch (op) {
    case Operator::sum:
      return "MPI_SUM";
    case Operator::prod:
      return "MPI_PROD";
    case Operator::max:
      return "MPI_MAX";
    case Operator::min:
      return "MPI_MIN";
    case Operator::land:
      return "MPI_LAND";
    case Operator::lor:
      return "MPI_LOR";
    case Operator::lxor:
      return "MPI_LXOR";
    case Operator::band:
      return "MPI_BAND";
    case Operator::bor:
      return "MPI_BOR";
    case Operator::bxor:
      return "MPI_BXOR";
    case Operator::maxloc:
      return "MPI_MAXLOC";
    case Operator::minloc:
      return "MPI_MINLOC";
    default:
      throw std::logic_error("an operator that MPI does not have");
  }
}

std::string accumulation(Operator op, const std::string& type, const std::string& value,
                         const std::string& suffix) {
  const std::string_view text = expression(op);
  if (text.starts_with("$a ") && text.size() == std::string_view("$a + $b").size())
    return "result " + std::string(1, text[3]) + "= " + value + ";\n";
  if (!is_builtin(op)) return "result = combined" + suffix + "(result, " + value + ");\n";
  return "const " + type + " next = " + value +
         ";\nresult = " + filled(text, {{"a", "result"}, {"b", "next"}}) + ";\n";
}

std::string combination_body(const Operation& operation) {
  if (operation.op == Operator::left) return "return left;\n";
  if (operation.op == Operator::affine)
    // The map that applies the left map x -> value * x + index first, then the right one.
    return filled(R"(const int_int both = {
  (int64_t)left.value * right.value % $modulus,
  ((int64_t)left.index * right.value + right.index) % $modulus,
};
return both;
)",
                  {{"modulus", std::to_string(affine_modulus)}});
  const std::uint64_t modulus = visit_element(
      operation.element, [](auto tag) { return sum_modulus<typename decltype(tag)::type>(); });
  return filled("return ((uint64_t)left + (uint64_t)right) % $modulus;\n",
                {{"modulus", std::to_string(modulus)}});
}

}  // namespace tutti::c_text
