#pragma once

namespace tutti {

/// Returns the value that Student's t exceeds with the given probability, which must be above 0 and
/// below 1. The degrees of freedom must be above 0; they need not be whole.
double student_quantile(double degrees, double upper_tail);

/// Returns the probability that Student's t is above the value.
double student_upper_tail(double degrees, double value);

}  // namespace tutti
