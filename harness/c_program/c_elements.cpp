#include "harness/c_program/c_elements.hpp"

#include <stdexcept>

#include "harness/c_program/source_text.hpp"
#include "harness/case/element.hpp"
#include "harness/case/enum_names.hpp"
#include "harness/case/type_names.hpp"

namespace tutti::c_text {
namespace {

/// What C and MPI call an element, and how printf shows it. Pairs have the type of their value.
struct Names {
  std::string_view c, mpi, format;
};

Names names(Element element) {
  switch (element) {
    case Element::int8:
      return {"int8_t", "MPI_INT8_T", "%d"};
    case Element::int16:
      return {"int16_t", "MPI_INT16_T", "%d"};
    case Element::int32:
      return {"int32_t", "MPI_INT32_T", "%d"};
    case Element::int64:
      return {"int64_t", "MPI_INT64_T", "%lld"};
    case Element::uint8:
      return {"uint8_t", "MPI_UINT8_T", "%u"};
    case Element::uint16:
      return {"uint16_t", "MPI_UINT16_T", "%u"};
    case Element::uint32:
      return {"uint32_t", "MPI_UINT32_T", "%u"};
    case Element::uint64:
      return {"uint64_t", "MPI_UINT64_T", "%llu"};
    case Element::float32:
      return {"float", "MPI_FLOAT", "%.9g"};
    case Element::float64:
      return {"double", "MPI_DOUBLE", "%.17g"};
    case Element::long_double:
      return {"long double", "MPI_LONG_DOUBLE", "%.21Lg"};
    case Element::byte:
      return {"unsigned char", "MPI_BYTE", "0x%02x"};
    case Element::character:
      return {"char", "MPI_CHAR", "%d"};
    case Element::boolean:
      return {"unsigned char", "MPI_C_BOOL", "%d"};
    case Element::complex64:
      return {"float complex", "MPI_C_FLOAT_COMPLEX", "%.9g + %.9gi"};
    case Element::complex128:
      return {"double complex", "MPI_C_DOUBLE_COMPLEX", "%.17g + %.17gi"};
    case Element::short_int:
      return {"short", "MPI_SHORT_INT", "(%d, %d)"};
    case Element::int_int:
      return {"int", "MPI_2INT", "(%d, %d)"};
    case Element::long_int:
      return {"long", "MPI_LONG_INT", "(%ld, %d)"};
    case Element::float_int:
      return {"float", "MPI_FLOAT_INT", "(%.9g, %d)"};
    case Element::double_int:
      return {"double", "MPI_DOUBLE_INT", "(%.17g, %d)"};
    case Element::long_double_int:
      return {"long double", "MPI_LONG_DOUBLE_INT", "(%.21Lg, %d)"};
    case Element::float128:
      return {"__float128", "MPI_REAL16", "%.21Lg"};
  }
  throw std::logic_error("an element without a C type");
}

}  // namespace

bool holds_pairs(Element element) { return class_of(element) == ElementClass::pair; }

std::string c_type(Element element) {
  return std::string(holds_pairs(element) ? enum_name(element) : names(element).c);
}

std::string type_definition(Element element) {
  if (!holds_pairs(element)) return "";
  return filled("typedef struct { $value value; int index; } $name;\n",
                {{"value", std::string(names(element).c)}, {"name", c_type(element)}});
}

std::string mpi_name(Element element, TypeName name) {
  return std::string(name == TypeName::usual ? names(element).mpi : enum_name(name));
}

std::string print_format(Element element) { return std::string(names(element).format); }

std::string print_arguments(Element element, const std::string& variable) {
  if (holds_pairs(element)) return variable + ".value, " + variable + ".index";
  if (class_of(element) == ElementClass::complex)
    return "creal(" + variable + "), cimag(" + variable + ")";
  if (element == Element::int64) return "(long long)" + variable;
  if (element == Element::uint64) return "(unsigned long long)" + variable;
  if (element == Element::float128) return "(long double)" + variable;
  return variable;
}

std::string differ(Element element, Operator op, const std::string& left,
                   const std::string& right) {
  if (holds_pairs(element))
    return filled("$a.value != $b.value || $a.index != $b.index", {{"a", left}, {"b", right}});
  return is_logical(op) ? "!" + left + " != !" + right : left + " != " + right;
}

}  // namespace tutti::c_text
