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
