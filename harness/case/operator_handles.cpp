#include "harness/case/operator_handles.hpp"

#include "harness/case/layout_datatypes.hpp"
#include "harness/case/operator_semantics.hpp"

namespace tutti {
namespace {

template <typename T>
void combine_instances(Operator op, const Typemap& map, const T* lower_ranks, T* higher_ranks,
                       int count) {
  for (int instance = 0; instance < count; ++instance) {
    for (const std::int64_t slot : map.slots) {
      const std::int64_t at = instance * map.extent() + slot;
      assign(higher_ranks[at], combine(op, lower_ranks[at], higher_ranks[at]));
    }
  }
}

/// The function that MPI calls: `inout` = `in` op `inout`, for a datatype of any layout.
template <Operator op>
void reduce(void* in, void* inout, int* count, MPI_Datatype* datatype) {
  const Typemap& map = typemap_of(*datatype);
  visit_element(map.element, [&](auto tag) {
    using T = typename decltype(tag)::type;
    combine_instances(op, map, static_cast<const T*>(in), static_cast<T*>(inout), *count);
  });
}

}  // namespace

MPI_Op created(Operator op) {
  MPI_User_function* function = op == Operator::user_sum ? reduce<Operator::user_sum>
                                : op == Operator::affine ? reduce<Operator::affine>
                                                         : reduce<Operator::left>;
  MPI_Op handle;
  MPI_Op_create(function, is_commutative(op), &handle);
  return handle;
}

MPI_Op OperatorCache::get(Operator op) {
  switch (op) {
    case Operator::none:
      return MPI_OP_NULL;
    case Operator::sum:
      return MPI_SUM;
    case Operator::prod:
      return MPI_PROD;
    case Operator::max:
      return MPI_MAX;
    case Operator::min:
      return MPI_MIN;
    case Operator::land:
      return MPI_LAND;
    case Operator::band:
      return MPI_BAND;
    case Operator::lor:
      return MPI_LOR;
    case Operator::bor:
      return MPI_BOR;
    case Operator::lxor:
      return MPI_LXOR;
    case Operator::bxor:
      return MPI_BXOR;
    case Operator::maxloc:
      return MPI_MAXLOC;
    case Operator::minloc:
      return MPI_MINLOC;
    case Operator::user_sum:
    case Operator::affine:
    case Operator::left:
      break;
  }
  auto& known = made_[op];
  if (!known) known = UserOperator(created(op));
  return known.get();
}

}  // namespace tutti
