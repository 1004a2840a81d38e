# The folders of installed files, below any prefix: programs and libraries find each other and their data by these alone
# (contract/installation.hpp).
include(GNUInstallDirs)
foreach(folder BINDIR LIBDIR DATADIR MANDIR)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${folder}}")
    message(FATAL_ERROR "CMAKE_INSTALL_${folder}: expected a folder below the prefix, got ${CMAKE_INSTALL_${folder}}")
  endif()
endforeach()
set(TUTTI_LIBRARIES ${CMAKE_INSTALL_LIBDIR}/tutti)
set(TUTTI_DATA ${CMAKE_INSTALL_DATADIR}/tutti)
set(TUTTI_INSTALLED_FOLDERS TUTTI_PROGRAMS="${CMAKE_INSTALL_BINDIR}" TUTTI_LIBRARIES="${TUTTI_LIBRARIES}" TUTTI_DATA="${TUTTI_DATA}")

# A build tree has the same data, beside its program.
set(data ${PROJECT_BINARY_DIR}/share/tutti)
file(MAKE_DIRECTORY ${data})
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/reports ${data}/reports SYMBOLIC)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/ci/platforms ${data}/platforms SYMBOLIC)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/ci/cluster ${data}/cluster SYMBOLIC)
