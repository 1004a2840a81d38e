#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>

namespace tutti {

/// A view of the counts or displacements of a call, one for each block: of ints, or of the wider type
/// that the functions for large counts take. Belongs to the caller.
template <class Wide>
class CountList {
 public:
  CountList() = default;
  CountList(std::nullptr_t) {}
  CountList(const int* narrow) : narrow_(narrow) {}
  CountList(const Wide* wide) : wide_(wide) {}

  bool is_wide() const { return wide_ != nullptr; }
  explicit operator bool() const { return narrow_ || wide_; }
  Wide operator[](std::integral auto index) const { return wide_ ? wide_[index] : narrow_[index]; }

  /// Returns the list as an argument of a function that takes ints; null if there is none.
  const int* narrow() const {
    assert(!wide_);
    return narrow_;
  }
  /// Returns the list as an argument of a function that takes the wider type; null if there is none.
  const Wide* wide() const {
    assert(!narrow_);
    return wide_;
  }

  friend bool operator==(const CountList&, const CountList&) = default;

 private:
  const int* narrow_ = nullptr;
  const Wide* wide_ = nullptr;
};

}  // namespace tutti
