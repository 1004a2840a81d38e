#pragma once

#include <optional>
#include <vector>

#include "contract/shape.hpp"
#include "harness/case/element.hpp"
#include "harness/case/problem.hpp"

namespace tutti {

/// A run of result elements. Each one combines, in rank order, the elements at the same position of
/// the inputs of the ranks [first_rank, end_rank). With a single rank it is that rank's element.
struct Piece {
  int first_rank = 0;
  int end_rank = 1;
  Range positions = {};  ///< in the inputs

  friend bool operator==(const Piece&, const Piece&) = default;
};

/// Returns the result that MPI defines at a rank, piece after piece; empty if MPI defines none.
std::vector<Piece> defined_result(const Problem& problem, int rank);

/// Computes the elements that a rank must receive, from the inputs and meaning(). Pure: without
/// communication and without the MPI library. Not for Data::overflow.
Elements expected_output(const Problem& problem, int rank);

/// A cache of the last expected output. Many subjects run the same problem in turn, and computing
/// the expected output takes longer than their calls.
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
