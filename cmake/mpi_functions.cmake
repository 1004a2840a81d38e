# Makes C++ from the tables of MPI's functions: include "contract/collective_table.hpp", and compile
# ${TUTTI_GENERATED}/<folder>/<file>.cpp.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(TUTTI_GENERATED ${PROJECT_BINARY_DIR}/generated)
execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/mpi/generate ${TUTTI_GENERATED} COMMAND_ERROR_IS_FATAL ANY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS mpi/generate mpi/collectives.txt mpi/functions.txt)
include_directories(${TUTTI_GENERATED})
