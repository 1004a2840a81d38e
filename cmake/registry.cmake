# Generates a table of definitions from file names: one definition is one file.
#
#   cmake -DKIND=algorithm|claim|fuzz_target|map_format|reference|law|verb -DROOT=<folder of the files> -DOUTPUT=<file> -P registry.cmake
#
# The first line of a file's doc comment becomes its summary, the line "/// Source: ..." its source.

file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*.cpp)
list(FILTER files EXCLUDE REGEX "_test\\.cpp$")
list(SORT files)

function(doc_comment file)
  file(STRINGS ${ROOT}/${file} lines REGEX "^///")
  set(summary "")
  set(source "")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^/// ?" "" line "${line}")
    string(REPLACE "\"" "\\\"" line "${line}")
    if(line MATCHES "^Source: (.*)")
      set(source "${CMAKE_MATCH_1}")
    elseif(summary STREQUAL "")
      set(summary "${line}")
    endif()
  endforeach()
  set(summary "${summary}" PARENT_SCOPE)
  set(source "${source}" PARENT_SCOPE)
endfunction()

set(declarations "")
set(rows "")
foreach(file IN LISTS files)
  get_filename_component(name ${file} NAME_WE)
  get_filename_component(folder ${file} DIRECTORY)
  doc_comment(${file})
  if(KIND STREQUAL "algorithm")
    if(source STREQUAL "")
      message(FATAL_ERROR "${ROOT}/${file}: its doc comment has no line '/// Source: ...'")
    endif()
    string(APPEND declarations "namespace algorithm { extern const Algorithm ${folder}_${name}; }\n")
    string(APPEND rows "    {Collective::${folder}, \"${name}\", \"${summary}\", \"${source}\", &algorithm::${folder}_${name}},\n")
  elseif(KIND STREQUAL "reference")
    string(APPEND declarations "namespace reference { void ${name}(const Call&); }\n")
    string(APPEND rows "    {Collective::${name}, &reference::${name}},\n")
  elseif(KIND STREQUAL "law")
    string(APPEND declarations "namespace law { extern const Law ${name}; }\n")
    string(APPEND rows "    {\"${name}\", \"${summary}\", &law::${name}},\n")
  elseif(KIND STREQUAL "claim")
    string(APPEND declarations "namespace claim { extern const Claim ${name}; }\n")
    string(APPEND rows "    {\"${name}\", \"${summary}\", \"${source}\", &claim::${name}},\n")
  elseif(KIND STREQUAL "fuzz_target")
    string(APPEND declarations "namespace fuzz_target { extern const fuzz::Target ${name}; }\n")
    string(APPEND rows "    {\"${name}\", \"${summary}\", &fuzz_target::${name}},\n")
  elseif(KIND STREQUAL "map_format")
    string(REPLACE "_" "-" spelled ${name})
    string(APPEND declarations "namespace map_format { extern const MapFormat ${name}; }\n")
    string(APPEND rows "    {\"${spelled}\", \"${summary}\", &map_format::${name}},\n")
  elseif(KIND STREQUAL "verb")
    string(APPEND declarations "namespace verb { extern const Verb ${name}; }\n")
    string(APPEND rows "    {\"${name}\", \"${summary}\", &verb::${name}},\n")
  endif()
endforeach()

set(header_algorithm "optimized/schedule/algorithm.hpp")
set(header_claim "microbench/claim.hpp")
set(header_fuzz_target "fuzz/target.hpp")
set(header_map_format "harness/map/format.hpp")
set(header_reference "reference/reference.hpp")
set(header_law "properties/law.hpp")
set(header_verb "harness/cli/verb.hpp")
set(type_algorithm "RegisteredAlgorithm")
set(type_claim "RegisteredClaim")
set(type_fuzz_target "fuzz::RegisteredTarget")
set(type_map_format "RegisteredMapFormat")
set(type_reference "RegisteredReference")
set(type_law "RegisteredLaw")
set(type_verb "RegisteredVerb")
set(function_algorithm "algorithms")
set(function_claim "claims")
set(function_fuzz_target "fuzz_targets")
set(function_map_format "map_formats")
set(function_reference "references")
set(function_law "laws")
set(function_verb "verbs")

set(assertion_algorithm "static_assert(are_complete(table), \"optimized/algorithm/ needs an algorithm of each collective\");")
set(assertion_reference "static_assert(are_complete(table), \"reference/ needs one file for each collective\");")

file(WRITE ${OUTPUT}.new
"// Generated from the file names below ${KIND}. Do not edit.
#include \"${header_${KIND}}\"

namespace tutti {
${declarations}
namespace {
constexpr ${type_${KIND}} table[] = {
${rows}};
${assertion_${KIND}}
}

std::span<const ${type_${KIND}}> ${function_${KIND}}() { return table; }
}  // namespace tutti
")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)
