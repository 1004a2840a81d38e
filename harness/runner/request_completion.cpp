#include "harness/runner/request_completion.hpp"

#include <sched.h>

namespace tutti {
namespace {

using Completed = std::function<void(std::size_t index, int error_code)>;

/// Requests with a null request before each of them, as the functions for several requests take them.
class RequestArray {
 public:
  explicit RequestArray(const std::vector<MPI_Request>& requests)
      : all_(2 * requests.size(), MPI_REQUEST_NULL), statuses_(all_.size()), indices_(all_.size()) {
    for (std::size_t i = 0; i < requests.size(); ++i) all_[2 * i + 1] = requests[i];
  }

  int size() const { return static_cast<int>(all_.size()); }
  MPI_Request* requests() { return all_.data(); }
  MPI_Status* statuses() { return statuses_.data(); }
  int* indices() { return indices_.data(); }

  /// Returns the error code of the request in a position of the array, after a call that returned
  /// `code` and whose status of this request is number `status`.
  int error_of(int code, std::size_t status) const {
    return code == MPI_ERR_IN_STATUS ? statuses_[status].MPI_ERROR : code;
  }

  /// Returns the index of the request in a position of the array.
  static std::size_t index_at(int position) { return static_cast<std::size_t>(position) / 2; }

 private:
  std::vector<MPI_Request> all_;
  std::vector<MPI_Status> statuses_;
  std::vector<int> indices_;
};

/// Calls `test(flag)` until it sets the flag or fails. Returns its error code.
template <typename Test>
int until_complete(const Test& test) {
  int flag = 0;
  while (true) {
    const int code = test(&flag);
    if (code != MPI_SUCCESS || flag != 0) return code;
    sched_yield();
  }
}

void complete_each(const RequestFunctions& mpi, Completion by, std::vector<MPI_Request>& requests,
                   const Completed& completed) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    MPI_Request* const request = &requests[i];
    completed(i, by == Completion::wait ? mpi.wait(request, MPI_STATUS_IGNORE)
                                        : until_complete([&](int* flag) {
                                            return mpi.test(request, flag, MPI_STATUS_IGNORE);
                                          }));
  }
}

void complete_all(const RequestFunctions& mpi, Completion by, RequestArray& array,
                  const Completed& completed) {
  const int code =
      by == Completion::waitall
          ? mpi.wait_all(array.size(), array.requests(), array.statuses())
          : until_complete([&](int* flag) {
              return mpi.test_all(array.size(), array.requests(), flag, array.statuses());
            });
  for (int position = 1; position < array.size(); position += 2)
    completed(RequestArray::index_at(position),
              array.error_of(code, static_cast<std::size_t>(position)));
}

/// Calls `next`, which returns how many requests MPI has reported, until it has reported as many as there
/// are, and once more: then MPI must report none.
template <typename Next>
void complete_until_none(const RequestArray& array, const Next& next) {
  int left = array.size() / 2;
  while (left > 0) {
    const int reported = next();
    if (reported == MPI_UNDEFINED) return;
    if (reported == 0) sched_yield();
    left -= reported;
  }
  next();
}

void complete_any(const RequestFunctions& mpi, Completion by, RequestArray& array,
                  const Completed& completed) {
  complete_until_none(array, [&]() -> int {
    int code = MPI_SUCCESS, position = MPI_UNDEFINED, flag = 1;
    if (by == Completion::waitany)
      code = mpi.wait_any(array.size(), array.requests(), &position, array.statuses());
    else
      code = mpi.test_any(array.size(), array.requests(), &position, &flag, array.statuses());
    if (flag == 0 && code == MPI_SUCCESS) return 0;
    if (position == MPI_UNDEFINED) return MPI_UNDEFINED;
    completed(RequestArray::index_at(position), code);
    return 1;
  });
}

void complete_some(const RequestFunctions& mpi, Completion by, RequestArray& array,
                   const Completed& completed) {
  complete_until_none(array, [&] {
    int number = 0;
    const auto function = by == Completion::waitsome ? mpi.wait_some : mpi.test_some;
    const int code =
        function(array.size(), array.requests(), &number, array.indices(), array.statuses());
    for (int i = 0; i < number; ++i)
      completed(RequestArray::index_at(array.indices()[i]),
                array.error_of(code, static_cast<std::size_t>(i)));
    return number;
  });
}

}  // namespace

void complete(const RequestFunctions& mpi, Completion by, std::vector<MPI_Request>& requests,
              const Completed& completed) {
  if (by == Completion::wait || by == Completion::test)
    return complete_each(mpi, by, requests, completed);
  RequestArray array(requests);
  switch (by) {
    case Completion::wait:
    case Completion::test:
      return;
    case Completion::waitall:
    case Completion::testall:
      return complete_all(mpi, by, array, completed);
    case Completion::waitany:
    case Completion::testany:
      return complete_any(mpi, by, array, completed);
    case Completion::waitsome:
    case Completion::testsome:
      return complete_some(mpi, by, array, completed);
  }
}

}  // namespace tutti
