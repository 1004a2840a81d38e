#pragma once

#include <optional>
#include <vector>

#include "contract/shape.hpp"
#include "harness/case/element.hpp"
#include "harness/case/problem.hpp"

namespace tutti {

/// A run of result elements. Each is made of the elements at the same position of the inputs of the
/// ranks [first_rank, end_rank), combined in rank order; of one rank: it is that element.
struct Piece {
  int first_rank = 0;
  int end_rank = 1;
  Range positions = {};  ///< in the inputs

  friend bool operator==(const Piece&, const Piece&) = default;
};

/// What MPI says a rank ends up with, piece after piece. Empty where MPI defines no result.
std::vector<Piece> meaning(const Operation& operation, int ranks, int rank);

/// The elements that a rank must end up with, as the meaning makes them of the inputs. Pure: no
/// communication, no library. Not for Data::overflow.
Elements expected_output(const Problem& problem, int rank);

/// Keeps what was expected last: many subjects are asked the same, and to know the answer takes longer than
/// theirs.
class Oracle {
 public:
  const Elements& expected_output(const Problem& problem, int rank);

 private:
  struct Answer {
    Problem problem;
    int rank;
    Elements output;
  };
  std::optional<Answer> last_;
};

}  // namespace tutti
