#include "harness/accept/verdict/student.hpp"

#include <boost/math/distributions/students_t.hpp>

namespace tutti {

using Student = boost::math::students_t_distribution<double>;

double student_quantile(double degrees, double upper_tail) {
  return quantile(complement(Student(degrees), upper_tail));
}

double student_upper_tail(double degrees, double value) {
  return cdf(complement(Student(degrees), value));
}

}  // namespace tutti
