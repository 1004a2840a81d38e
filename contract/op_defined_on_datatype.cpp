#include "contract/op_defined_on_datatype.hpp"

#include <initializer_list>

#include "contract/handle_table.hpp"

namespace tutti {
namespace {

/// The groups into which the MPI standard sorts datatypes for its predefined operations.
enum Group : unsigned {
  c_integer = 1,
  fortran_integer = 2,
  floating = 4,
  logical = 8,
  complex = 16,
  byte = 32,
  multi_language = 64,
  pair = 128,
};

using Groups = HandleTable<unsigned, 256>;

void add(Groups& groups, unsigned group, std::initializer_list<MPI_Datatype> types) {
  for (const auto type : types)
    if (type != MPI_DATATYPE_NULL) groups.add(Groups::key_of(type), group);
}

Groups groups_of_types() {
  Groups groups;
  add(groups, c_integer,
      {MPI_INT, MPI_LONG, MPI_SHORT, MPI_UNSIGNED_SHORT, MPI_UNSIGNED, MPI_UNSIGNED_LONG,
       MPI_LONG_LONG, MPI_UNSIGNED_LONG_LONG, MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_INT8_T,
       MPI_INT16_T, MPI_INT32_T, MPI_INT64_T, MPI_UINT8_T, MPI_UINT16_T, MPI_UINT32_T,
       MPI_UINT64_T});
  add(groups, fortran_integer,
      {MPI_INTEGER, MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8});
  add(groups, floating,
      {MPI_FLOAT, MPI_DOUBLE, MPI_LONG_DOUBLE, MPI_REAL, MPI_DOUBLE_PRECISION, MPI_REAL4, MPI_REAL8,
       MPI_REAL16});
  add(groups, logical, {MPI_LOGICAL, MPI_C_BOOL});
  add(groups, complex,
      {MPI_COMPLEX, MPI_DOUBLE_COMPLEX, MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX});
  add(groups, byte, {MPI_BYTE});
  add(groups, multi_language, {MPI_AINT, MPI_OFFSET, MPI_COUNT});
  add(groups, pair,
      {MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT, MPI_2INT, MPI_SHORT_INT, MPI_LONG_DOUBLE_INT,
       MPI_2REAL, MPI_2DOUBLE_PRECISION, MPI_2INTEGER});
  return groups;
}

using Operands = HandleTable<unsigned, 32>;

Operands operands_of_ops() {
  constexpr unsigned integer = c_integer | fortran_integer | multi_language;
  Operands operands;
  for (const auto op : {MPI_MAX, MPI_MIN}) operands.add(Operands::key_of(op), integer | floating);
  for (const auto op : {MPI_SUM, MPI_PROD})
    operands.add(Operands::key_of(op), integer | floating | complex);
  for (const auto op : {MPI_LAND, MPI_LOR, MPI_LXOR})
    operands.add(Operands::key_of(op), c_integer | logical);
  for (const auto op : {MPI_BAND, MPI_BOR, MPI_BXOR})
    operands.add(Operands::key_of(op), integer | byte);
  for (const auto op : {MPI_MAXLOC, MPI_MINLOC}) operands.add(Operands::key_of(op), pair);
  return operands;
}

}  // namespace

bool is_defined(MPI_Op op, MPI_Datatype type) {
  static const Groups groups = groups_of_types();
  static const Operands operands = operands_of_ops();
  const auto* group = groups.find(Groups::key_of(type));
  const auto* taken = operands.find(Operands::key_of(op));
  return group && taken && (*group & *taken) != 0;
}

}  // namespace tutti
