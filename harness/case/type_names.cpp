#include "harness/case/type_names.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>

#include "harness/case/element.hpp"
#include "harness/case/enum_names.hpp"
#include "harness/case/validate.hpp"

namespace tutti {
namespace {

/// The built-in operators that MPI defines on a datatype, of those that are defined on its element.
enum class Operators { all, not_logical, none };

struct NamedType {
  TypeName name;
  Element element;
  MPI_Datatype type;
  Operators operators = Operators::all;
};

std::span<const NamedType> named_types() {
  using enum TypeName;
  using enum Element;
  using enum Operators;
#ifdef TUTTI_SIMULATED  // SMPI does not have all of them
  return {};
#else
  static const NamedType types[] = {
      {signed_char, int8, MPI_SIGNED_CHAR},
      {integer1, int8, MPI_INTEGER1, not_logical},
      {short_name, int16, MPI_SHORT},
      {integer2, int16, MPI_INTEGER2, not_logical},
      {int_name, int32, MPI_INT},
      {integer, int32, MPI_INTEGER, not_logical},
      {integer4, int32, MPI_INTEGER4, not_logical},
      {wchar, int32, MPI_WCHAR, Operators::none},
      {long_name, int64, MPI_LONG},
      {long_long, int64, MPI_LONG_LONG},
      {integer8, int64, MPI_INTEGER8, not_logical},
      {aint, int64, MPI_AINT, not_logical},
      {offset, int64, MPI_OFFSET, not_logical},
      {count, int64, MPI_COUNT, not_logical},
      {unsigned_char, uint8, MPI_UNSIGNED_CHAR},
      {unsigned_short, uint16, MPI_UNSIGNED_SHORT},
      {unsigned_int, uint32, MPI_UNSIGNED},
      {unsigned_long, uint64, MPI_UNSIGNED_LONG},
      {unsigned_long_long, uint64, MPI_UNSIGNED_LONG_LONG},
      {real, float32, MPI_REAL},
      {real4, float32, MPI_REAL4},
      {double_precision, float64, MPI_DOUBLE_PRECISION},
      {real8, float64, MPI_REAL8},
      {character_name, character, MPI_CHARACTER},
      {cxx_bool, boolean, MPI_CXX_BOOL},
      {complex, complex64, MPI_COMPLEX},
      {complex8, complex64, MPI_COMPLEX8},
      {cxx_float_complex, complex64, MPI_CXX_FLOAT_COMPLEX},
      {double_complex, complex128, MPI_DOUBLE_COMPLEX},
      {complex16, complex128, MPI_COMPLEX16},
      {cxx_double_complex, complex128, MPI_CXX_DOUBLE_COMPLEX},
      {two_integer, int_int, MPI_2INTEGER},
      {packed, byte, MPI_PACKED, Operators::none},
      {real16, float128, MPI_REAL16},
  };
  return types;
#endif
}

const NamedType* find(TypeName name) {
  const auto types = named_types();
  const auto found = std::ranges::find(types, name, &NamedType::name);
  return found == types.end() ? nullptr : &*found;
}

MPI_Datatype usual_type(Element element) {
  switch (element) {
    case Element::int8:
      return MPI_INT8_T;
    case Element::int16:
      return MPI_INT16_T;
    case Element::int32:
      return MPI_INT32_T;
    case Element::int64:
      return MPI_INT64_T;
    case Element::uint8:
      return MPI_UINT8_T;
    case Element::uint16:
      return MPI_UINT16_T;
    case Element::uint32:
      return MPI_UINT32_T;
    case Element::uint64:
      return MPI_UINT64_T;
    case Element::float32:
      return MPI_FLOAT;
    case Element::float64:
      return MPI_DOUBLE;
    case Element::long_double:
      return MPI_LONG_DOUBLE;
    case Element::byte:
      return MPI_BYTE;
    case Element::character:
      return MPI_CHAR;
    case Element::boolean:
      return MPI_C_BOOL;
    case Element::complex64:
      return MPI_C_FLOAT_COMPLEX;
    case Element::complex128:
      return MPI_C_DOUBLE_COMPLEX;
    case Element::short_int:
      return MPI_SHORT_INT;
    case Element::int_int:
      return MPI_2INT;
    case Element::long_int:
      return MPI_LONG_INT;
    case Element::float_int:
      return MPI_FLOAT_INT;
    case Element::double_int:
      return MPI_DOUBLE_INT;
    case Element::long_double_int:
      return MPI_LONG_DOUBLE_INT;
    case Element::float128:
      break;
  }
  throw std::logic_error("an element without a usual MPI datatype");
}

}  // namespace

MPI_Datatype mpi_type(Element element, TypeName name) {
  const NamedType* const named = find(name);
  return named ? named->type : usual_type(element);
}

TypeName first_name_of(Element element) {
  return element == Element::float128 ? TypeName::real16 : TypeName::usual;
}

bool is_name_of(TypeName name, Element element) {
  if (name == TypeName::usual) return first_name_of(element) == TypeName::usual;
  const NamedType* const named = find(name);
  return named && named->element == element;
}

bool defined_on(Operator op, Element element, TypeName name) {
  if (!defined_on(op, element)) return false;
  const NamedType* const named = find(name);
  if (!named || !is_builtin(op) || named->operators == Operators::all) return true;
  return named->operators == Operators::not_logical && !is_logical(op);
}

std::string_view text_of(Element element, TypeName name) {
  return name == TypeName::usual ? enum_name(element) : enum_name(name);
}

std::vector<TypeName> available_type_names() {
  std::vector<TypeName> names;
  for (const auto& named : named_types()) {
    int bytes = 0;
    if (named.type == MPI_DATATYPE_NULL) continue;
    if (PMPI_Type_size(named.type, &bytes) == MPI_SUCCESS &&
        bytes == packed_bytes_of(named.element))
      names.push_back(named.name);
  }
  return names;
}

}  // namespace tutti
