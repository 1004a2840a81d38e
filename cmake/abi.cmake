# Builds against the MPI standard's own ABI (MPI 5.0): the same program and the same preloaded library run on every MPI
# library that has this ABI, each with its own launcher.
#
#   TUTTI_ABI_INCLUDE_DIR  the folder of the standard's mpi.h
#   TUTTI_ABI_MPICH        MPICH's library with this ABI, empty if there is none
#   TUTTI_ABI_OPENMPI      Open MPI's library with this ABI, likewise
#   TUTTI_ABI_UNDER        the library under which tests run: mpich, openmpi
set(libraries /usr/lib/${CMAKE_CXX_LIBRARY_ARCHITECTURE} /usr/lib64 /usr/local/lib)

find_path(TUTTI_ABI_INCLUDE_DIR mpi.h NO_DEFAULT_PATH PATHS ${libraries}
          PATH_SUFFIXES mpi_abi_mpich/include openmpi/include/standard_abi
          DOC "The folder of the MPI standard's mpi.h")
if(TUTTI_ABI_INCLUDE_DIR)
  file(STRINGS ${TUTTI_ABI_INCLUDE_DIR}/mpi.h lines REGEX "# *define +MPI_(ABI_)?(SUB)?VERSION +[0-9]+")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "(MPI_[A-Z_]+) +([0-9]+)" _ "${line}")
    set(abi_${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
  endforeach()
endif()
if(NOT DEFINED abi_MPI_ABI_VERSION)
  message(FATAL_ERROR "No header of the MPI standard's ABI: it comes with MPICH from 4.3 and Open MPI from 6.0, not with "
                      "Debian 12 or 13; TUTTI_ABI_INCLUDE_DIR tells where it is.")
endif()
set(MPI_CXX_VERSION ${abi_MPI_VERSION}.${abi_MPI_SUBVERSION})

# Debian installs the libraries side by side under different names; the name against which programs are linked is a
# symbolic link to one of them.
function(find_abi_library variable)
  set(files "")
  foreach(folder IN LISTS libraries)
    list(TRANSFORM ARGN PREPEND ${folder}/ OUTPUT_VARIABLE patterns)
    file(GLOB found ${patterns})
    list(APPEND files ${found})
  endforeach()
  list(FILTER files EXCLUDE REGEX "\\.a$")
  set(library "")
  foreach(file IN LISTS files)
    if(EXISTS ${file})  # not a dangling link
      file(REAL_PATH ${file} library)
      break()
    endif()
  endforeach()
  set(${variable} "${library}" CACHE FILEPATH "A library with the MPI standard's ABI")
endfunction()
find_abi_library(TUTTI_ABI_MPICH libmpi_abi_mpich.so* mpich/lib/libmpi_abi.so*)
find_abi_library(TUTTI_ABI_OPENMPI libmpi_abi_openmpi.so* openmpi/lib/libmpi_abi.so*)

# Lets a program run under each of the libraries: a folder in which the name against which programs are linked leads to
# that library, and a launcher that puts this folder first in the search path.
set(TUTTI_ABI_LIBRARIES "")
foreach(name mpich openmpi)
  string(TOUPPER ${name} upper)
  set(library ${TUTTI_ABI_${upper}})
  if(library)
    list(APPEND TUTTI_ABI_LIBRARIES ${name})
    set(folder ${PROJECT_BINARY_DIR}/under/${name})
    file(MAKE_DIRECTORY ${folder})
    file(CREATE_LINK ${library} ${folder}/libmpi_abi.so.${abi_MPI_ABI_VERSION} SYMBOLIC)
    list(JOIN TUTTI_LAUNCHER_${name} " " launcher)
    file(CONFIGURE OUTPUT ${folder}/mpiexec @ONLY NEWLINE_STYLE UNIX CONTENT [[#!/bin/sh
# Runs a program built for the MPI standard's ABI under @name@.
LD_LIBRARY_PATH=@folder@${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} exec @launcher@ "$@"
]])
    file(CHMOD ${folder}/mpiexec PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                             WORLD_READ WORLD_EXECUTE)
    set(linked ${library})
  endif()
endforeach()
if(NOT TUTTI_ABI_LIBRARIES)
  message(FATAL_ERROR "No library with the MPI standard's ABI: TUTTI_ABI_MPICH or TUTTI_ABI_OPENMPI tells where one is.")
endif()
list(GET TUTTI_ABI_LIBRARIES 0 first)
set(TUTTI_ABI_UNDER ${first} CACHE STRING "The MPI library that tests run under: mpich, openmpi")
if(NOT TUTTI_ABI_UNDER IN_LIST TUTTI_ABI_LIBRARIES)
  message(FATAL_ERROR "TUTTI_ABI_UNDER is ${TUTTI_ABI_UNDER}, but what has the MPI standard's ABI here is: ${TUTTI_ABI_LIBRARIES}")
endif()

add_library(abi_mpi INTERFACE)
target_include_directories(abi_mpi SYSTEM INTERFACE ${TUTTI_ABI_INCLUDE_DIR})
target_link_libraries(abi_mpi INTERFACE ${linked})
add_library(MPI::MPI_CXX ALIAS abi_mpi)

# ctest reads this file before it runs the first test.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/under/tests.cmake @ONLY CONTENT [[
string(JOIN ":" path @PROJECT_BINARY_DIR@/under/@TUTTI_ABI_UNDER@ $ENV{LD_LIBRARY_PATH})
set(ENV{LD_LIBRARY_PATH} ${path})
]])
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY TEST_INCLUDE_FILES ${PROJECT_BINARY_DIR}/under/tests.cmake)
