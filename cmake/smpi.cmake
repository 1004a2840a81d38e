# Builds for SimGrid's SMPI, which runs all ranks of an MPI program in one process on a simulated machine. SMPI loads
# the program as a shared object, which is built here with the ordinary compiler, since smpicxx redefines names such as
# exit and free by macros.
find_path(SMPI_INCLUDE_DIR mpi.h PATHS /usr/include/smpi NO_DEFAULT_PATH REQUIRED)
find_library(SIMGRID_LIBRARY simgrid REQUIRED)
find_program(SMPIRUN smpirun REQUIRED)

set(CMAKE_POSITION_INDEPENDENT_CODE ON)
add_library(smpi_mpi INTERFACE)
target_include_directories(smpi_mpi SYSTEM INTERFACE ${SMPI_INCLUDE_DIR})
target_link_libraries(smpi_mpi INTERFACE ${SIMGRID_LIBRARY})
add_library(MPI::MPI_CXX ALIAS smpi_mpi)

# Every rank gets a copy of the program with separate variables. Unique symbols would be shared.
add_compile_options(-fno-gnu-unique)
