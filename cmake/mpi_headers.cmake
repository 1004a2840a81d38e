# Gives the folders of MPI's headers the same names in each build folder. The commands that compile files without MPI are then
# equal for all MPI libraries, and ccache compiles such a file once.
get_target_property(folders MPI::MPI_CXX INTERFACE_INCLUDE_DIRECTORIES)
list(GET folders 0 first)
list(APPEND folders ${first})  # Open MPI has two folders, MPICH has one
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/mpi_headers)
set(links "")
foreach(index RANGE 1)
  list(GET folders ${index} folder)
  set(link ${PROJECT_BINARY_DIR}/mpi_headers/${index})
  file(CREATE_LINK ${folder} ${link} SYMBOLIC)
  list(APPEND links ${link})
endforeach()
set_target_properties(MPI::MPI_CXX PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${links}")
