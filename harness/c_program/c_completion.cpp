#include "harness/c_program/c_completion.hpp"

#include "harness/c_program/source_text.hpp"

namespace tutti::c_text {
namespace {

/// Returns statements that complete one request after the other.
std::string one_by_one(Completion completion) {
  if (completion == Completion::wait) return "MPI_Wait(&call[k].request, MPI_STATUS_IGNORE);\n";
  return "int done = 0;\nwhile (!done) MPI_Test(&call[k].request, &done, MPI_STATUS_IGNORE);\n";
}

/// Returns statements that complete all requests at once.
std::string at_once(Completion completion) {
  if (completion == Completion::waitall) return "MPI_Waitall(2 * calls, requests, statuses);\n";
  return "int done = 0;\nwhile (!done) MPI_Testall(2 * calls, requests, &done, statuses);\n";
}

/// Returns the call that reports `number` requests as complete, at `positions`.
std::string_view reporting(Completion completion) {
  switch (completion) {
    case Completion::waitany:
      return R"(MPI_Waitany(2 * calls, requests, positions, MPI_STATUS_IGNORE);
number = positions[0] == MPI_UNDEFINED ? MPI_UNDEFINED : 1;
)";
    case Completion::testany:
      return R"(MPI_Testany(2 * calls, requests, positions, &number, MPI_STATUS_IGNORE);
if (number > 0 && positions[0] == MPI_UNDEFINED) number = MPI_UNDEFINED;
)";
    case Completion::waitsome:
      return "MPI_Waitsome(2 * calls, requests, &number, positions, statuses);\n";
    default:
      return "MPI_Testsome(2 * calls, requests, &number, positions, statuses);\n";
  }
}

/// Returns statements that complete requests until MPI says that there are no more: after as
/// many as there are.
std::string as_reported(Completion completion) {
  return filled(R"(int times[calls] = {0}, left = calls, number, positions[2 * calls];
do {
  const int none_left = left <= 0;
  $report  if (number == MPI_UNDEFINED) break;
  for (int i = 0; i < number; ++i) ++times[positions[i] / 2];
  left = none_left ? -1 : left - number;
} while (left >= 0);
for (int k = 0; k < calls; ++k)
  if (times[k] != 1 && faults++ < 5)
    printf("rank %d: call %d: expected to be told once that it is complete, got %d times\n", rank, k, times[k]);
)",
                {{"report", indented(std::string(reporting(completion))).substr(2)}});
}

}  // namespace

std::string completing(const Case& test, bool notes_times) {
  const Completion completion = test.completion;
  const std::string note = notes_times ? "call[k].left = now();\n" : "";
  std::string body;
  if (completion == Completion::wait || completion == Completion::test) {
    body = block_of("for (int k = 0; k < calls; ++k)", one_by_one(completion) + note);
  } else {
    const bool any = completion == Completion::waitany || completion == Completion::testany;
    body = filled(R"(/* There is a null request before each of the others. */
$variables
for (int k = 0; k < calls; ++k) {
  requests[2 * k] = MPI_REQUEST_NULL;
  requests[2 * k + 1] = call[k].request;
}
)",
                  {{"variables", std::string("MPI_Request requests[2 * calls];") +
                                     (any ? "" : "\nMPI_Status statuses[2 * calls];")}});
    const bool all = completion == Completion::waitall || completion == Completion::testall;
    body += all ? at_once(completion) : as_reported(completion);
    if (notes_times) body += "for (int k = 0; k < calls; ++k) " + note;
  }
  return "static void complete(struct call *call) {\n" + indented(body) + "}\n\n";
}

}  // namespace tutti::c_text
