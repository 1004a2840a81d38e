#pragma once

#include <mpi.h>

#include <cstring>
#include <vector>

#include "contract/mpi_handle.hpp"

namespace tutti::test {

/// The map x -> a x + b modulo a prime. Composition is associative and not commutative, so a result
/// shows which contributions were combined, and in which order.
struct Affine {
  static constexpr int prime = 10007;
  int a = 1;
  int b = 0;

  /// Returns the map that applies this one first, then `later`.
  Affine then(const Affine& later) const {
    return {a * later.a % prime, (b * later.a + later.b) % prime};
  }
  Affine plus(const Affine& other) const { return {(a + other.a) % prime, (b + other.b) % prime}; }
  friend bool operator==(const Affine&, const Affine&) = default;
};

/// The layout of an element in memory, in bytes: without gaps, or with gaps before, between and
/// behind its members.
struct AffineLayout {
  MPI_Aint lower, a, b, extent;

  Affine get(const std::byte* element) const {
    Affine value;
    std::memcpy(&value.a, element + a, sizeof value.a);
    std::memcpy(&value.b, element + b, sizeof value.b);
    return value;
  }
  void put(std::byte* element, const Affine& value) const {
    std::memcpy(element + a, &value.a, sizeof value.a);
    std::memcpy(element + b, &value.b, sizeof value.b);
  }
  Datatype datatype() const {
    const int lengths[] = {1, 1};
    const MPI_Aint places[] = {a, b};
    const MPI_Datatype types[] = {MPI_INT, MPI_INT};
    MPI_Datatype members = MPI_DATATYPE_NULL, made = MPI_DATATYPE_NULL;
    PMPI_Type_create_struct(2, lengths, places, types, &members);
    PMPI_Type_create_resized(members, lower, extent, &made);
    PMPI_Type_free(&members);
    PMPI_Type_commit(&made);
    return Datatype(made);
  }
};

inline constexpr AffineLayout dense{0, 0, 4, 8};
inline constexpr AffineLayout gapped{-8, 8, -4, 24};  ///< b lies before a, and before the address

/// The function of a user-defined operation. It recognizes the layout by the datatype's extent.
template <Affine (Affine::*combine)(const Affine&) const>
void combine_elements(void* in, void* inout, int* count, MPI_Datatype* type) {
  MPI_Aint lower = 0, extent = 0;
  PMPI_Type_get_extent(*type, &lower, &extent);
  const AffineLayout& layout = extent == dense.extent ? dense : gapped;
  for (int i = 0; i < *count; ++i) {
    const auto* left = static_cast<const std::byte*>(in) + i * extent;
    auto* right = static_cast<std::byte*>(inout) + i * extent;
    layout.put(right, (layout.get(left).*combine)(layout.get(right)));
  }
}

inline UserOperator compose_op() {
  MPI_Op op = MPI_OP_NULL;
  PMPI_Op_create(combine_elements<&Affine::then>, 0, &op);
  return UserOperator(op);
}

inline UserOperator plus_op() {
  MPI_Op op = MPI_OP_NULL;
  PMPI_Op_create(combine_elements<&Affine::plus>, 1, &op);
  return UserOperator(op);
}

/// A buffer of elements, filled with a value that no test expects.
class Elements {
 public:
  Elements(const AffineLayout& layout, int count)
      : layout_(&layout), memory_(static_cast<std::size_t>(count * layout.extent + 64)) {
    for (int i = 0; i < count; ++i) set(i, {-1, -1});
  }
  std::byte* address() { return memory_.data() + 32; }
  Affine get(int index) { return layout_->get(address() + index * layout_->extent); }
  void set(int index, const Affine& value) {
    layout_->put(address() + index * layout_->extent, value);
  }

 private:
  const AffineLayout* layout_;
  std::vector<std::byte> memory_;
};

}  // namespace tutti::test
