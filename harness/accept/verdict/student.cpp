#include "harness/accept/verdict/student.hpp"

#include <boost/math/distributions/students_t.hpp>

namespace tutti {

namespace policies = boost::math::policies;

/// Quantiles of tiny tails are infinite, and what follows from infinite samples is not a number:
/// neither is an error, since then it cannot be told whether a limit holds.
using NoErrors = policies::policy<policies::overflow_error<policies::ignore_error>,
                                  policies::domain_error<policies::ignore_error>,
                                  policies::evaluation_error<policies::ignore_error>>;
using Student = boost::math::students_t_distribution<double, NoErrors>;

double student_quantile(double degrees, double upper_tail) {
  return quantile(complement(Student(degrees), upper_tail));
}

double student_upper_tail(double degrees, double value) {
  return cdf(complement(Student(degrees), value));
}

}  // namespace tutti
