# The files that `cmake --install` installs of one MPI library's build, and the settings of CPack for a package;
# ci/package makes one package of several builds.
if(TUTTI_SANITIZE)
  return()  # sanitized builds are only run where they are built
endif()
set(program tutti-${TUTTI_MPI})

# The manual page and the completion are generated from the program's own description of its verbs and options.
set(documents ${PROJECT_BINARY_DIR}/documents)
set(manual ${documents}/${program}.1.gz)
set(completion ${documents}/${program})
add_custom_command(
  OUTPUT ${manual} ${completion}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${documents}
  COMMAND /usr/bin/python3 ${PROJECT_SOURCE_DIR}/cmake/documents.py $<TARGET_FILE:tutti> ${program} ${PROJECT_VERSION}
          ${TUTTI_LIBRARIES} --manual ${manual} --completion ${completion}
  DEPENDS tutti ${PROJECT_SOURCE_DIR}/cmake/documents.py
  COMMENT "Asking ${program} for its manual page")
add_custom_target(documents ALL DEPENDS ${manual} ${completion})
# All targets that are installed.
add_custom_target(installable DEPENDS tutti tutti-${TUTTI_MPI} tutti-overlap-${TUTTI_MPI} tutti-messages-${TUTTI_MPI} documents)

# CMake can strip targets, but cannot rename them.
install(PROGRAMS $<TARGET_FILE:tutti> DESTINATION ${CMAKE_INSTALL_BINDIR} RENAME ${program})
install(CODE "
  if(CMAKE_INSTALL_DO_STRIP)
    execute_process(COMMAND \"${CMAKE_STRIP}\" \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/${program}\"
                    COMMAND_ERROR_IS_FATAL ANY)
  endif()")
install(TARGETS tutti-${TUTTI_MPI} tutti-overlap-${TUTTI_MPI} tutti-messages-${TUTTI_MPI} LIBRARY DESTINATION ${TUTTI_LIBRARIES})
install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(DIRECTORY reports/ DESTINATION ${TUTTI_DATA}/reports
        FILES_MATCHING PATTERN *.py PATTERN *.css PATTERN *.js
        PATTERN *_test.py EXCLUDE PATTERN testdata EXCLUDE PATTERN __pycache__ EXCLUDE)
install(DIRECTORY ci/platforms DESTINATION ${TUTTI_DATA})
install(PROGRAMS ci/cluster docs/accept.sbatch DESTINATION ${TUTTI_DATA})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tutti RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tutti)
set(CPACK_PACKAGE_CONTACT "the tutti maintainers <tutti@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "proves, measures and tunes collective operations of MPI libraries")
set(CPACK_PACKAGE_DESCRIPTION "tutti finds wrong results in the collective operations of the MPI library that is installed,
measures its algorithms, and writes selection maps that MPICH and Open MPI load.
There is one program per MPI library; each needs its own library only.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3-matplotlib, mpich | openmpi-bin")
set(CPACK_STRIP_FILES ON)
include(CPack)
