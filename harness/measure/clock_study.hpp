#pragma once

namespace tutti {

/// Runs a study of clocks under MPI, for as many seconds as the first argument says, or ten. Returns
/// the exit status of the program.
int run_clock_study(int argc, char** argv, void (*study)(double seconds));

}  // namespace tutti
