#include "preload/library_variant.hpp"

namespace tutti::preload {

const std::string_view built_for = TUTTI_MPI;

#ifdef TUTTI_CAN_OVERLAP
const bool can_overlap = true;
#else
const bool can_overlap = false;
#endif

}  // namespace tutti::preload
