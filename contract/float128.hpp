#pragma once

namespace tutti {

/// The element of MPI_REAL16: Fortran's real(16).
#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 Float128;
#else
using Float128 = long double;
#endif

}  // namespace tutti
