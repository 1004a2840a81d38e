# Generates the table of the definitions in the given folder and adds it to a target.
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

# Lets an MPI executable yield the core while it waits in MPICH, if there are more ranks than cores. The symbols are
# exported, since the MPI library has to find them. Open MPI yields by itself.
function(tutti_yield_when_oversubscribed executable)
  if(TUTTI_MPI MATCHES "^(mpich|abi)$")
    target_link_libraries(${executable} PRIVATE tutti_yielding)
    set_target_properties(${executable} PROPERTIES ENABLE_EXPORTS ON)
  endif()
endfunction()

# Adds a GoogleTest unit test: tutti_test(name SOURCES ... LIBRARIES ... [RANKS n...] [TIMEOUT seconds]). With RANKS it is
# an MPI program, and runs once with each of these numbers of ranks.
function(tutti_test name)
  if(TUTTI_MPI STREQUAL "smpi")
    return()  # ordinary executables do not run under SMPI
  endif()
  cmake_parse_arguments(TEST "" "TIMEOUT" "SOURCES;LIBRARIES;RANKS" ${ARGN})
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 120)
  endif()
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE ${TEST_LIBRARIES})
  if(NOT TEST_RANKS)
    target_link_libraries(${name} PRIVATE GTest::gtest_main)
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT ${TEST_TIMEOUT})
    return()
  endif()
  target_link_libraries(${name} PRIVATE tutti_test_main)
  tutti_yield_when_oversubscribed(${name})
  foreach(ranks IN LISTS TEST_RANKS)
    add_test(NAME ${name}_${ranks} COMMAND ${TUTTI_MPIEXEC} -n ${ranks} $<TARGET_FILE:${name}>)
    set_tests_properties(${name}_${ranks} PROPERTIES TIMEOUT ${TEST_TIMEOUT} PROCESSORS 2)
  endforeach()
endfunction()
