# Gives the folders of MPI's headers the same names in each build folder. The commands that compile files without MPI are then
# equal for all MPI libraries, and ccache compiles such a file once.
get_target_property(folders MPI::MPI_CXX INTERFACE_INCLUDE_DIRECTORIES)
if(NOT folders)
  return()  # the compiler finds them by itself
endif()
list(LENGTH folders count)
if(count EQUAL 1)
  list(APPEND folders ${folders})  # MPICH has one, Open MPI two
endif()
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/mpi_headers)
set(links "")
set(index 0)
foreach(folder IN LISTS folders)
  set(link ${PROJECT_BINARY_DIR}/mpi_headers/${index})
  # Commands that do not change rebuild nothing.
  if(IS_SYMLINK ${link})
    file(READ_SYMLINK ${link} before)
    if(NOT before STREQUAL folder)
      message(FATAL_ERROR "${PROJECT_BINARY_DIR} was built with the headers in ${before}, now they are in ${folder}: remove it")
    endif()
  endif()
  file(CREATE_LINK ${folder} ${link} SYMBOLIC)
  list(APPEND links ${link})
  math(EXPR index "${index} + 1")
endforeach()
set_target_properties(MPI::MPI_CXX PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${links}")
