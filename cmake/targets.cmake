# Generates the table of definitions below the given folder and adds it to a target.
function(tutti_registry target kind folder)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*.cpp)
  list(FILTER files EXCLUDE REGEX "_test\\.cpp$")
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${kind}_registry.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DKIND=${kind} -DROOT=${folder} -DOUTPUT=${output}
            -P ${PROJECT_SOURCE_DIR}/cmake/registry.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/registry.cmake
    COMMENT "Listing every ${kind}")
  target_sources(${target} PRIVATE ${files} ${output})
endfunction()

# A unit test of GoogleTest: tutti_test(name SOURCES ... LIBRARIES ... [RANKS n]). With RANKS it runs
# as an MPI program.
function(tutti_test name)
  cmake_parse_arguments(TEST "" "RANKS" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE ${TEST_LIBRARIES} GTest::gtest_main)
  if(TEST_RANKS)
    add_test(NAME ${name} COMMAND ${TUTTI_MPIEXEC} -n ${TEST_RANKS} $<TARGET_FILE:${name}>)
  else()
    add_test(NAME ${name} COMMAND ${name})
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT 120)
endfunction()
