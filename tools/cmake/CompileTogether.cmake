# How the sources are compiled. Reading the headers is most of a small file's compilation, so that the files of a folder
# are compiled together (a unity build) and a precompiled header serves many targets.

# attest_add_headers(NAME): the precompiled header NAME.
function(attest_add_headers name)
  add_library(${name} STATIC tools/cmake/headers.cpp)
  target_link_libraries(${name} PUBLIC attest_options attest_arithmetic nlohmann_json::nlohmann_json)
  target_precompile_headers(${name} PRIVATE
    <fmt/format.h> <fmt/ranges.h> <nlohmann/json.hpp> <arb.h> <boost/multiprecision/gmp.hpp> <boost/multiprecision/mpfr.hpp>
    <Eigen/Core> <algorithm> <array> <atomic> <functional> <map> <memory> <optional> <set> <span> <string> <string_view>
    <unordered_map> <vector>)
endfunction()

# attest_library(NAME [FAST FILE...] [UNIT LIMIT] [EXCEPT FILE...]): the library attest_NAME of all sources below the current
# folder, in units of LIMIT bytes. A file that is added is found. FAST: the files, or patterns of them, whose speed depends on the
# compiler's optimisation; the others are light (CMakeLists.txt).
function(attest_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "UNIT" "EXCEPT;FAST")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  foreach(file IN LISTS arg_EXCEPT)
    list(REMOVE_ITEM sources ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  endforeach()
  set(fast "")
  foreach(pattern IN LISTS arg_FAST)
    file(GLOB found ${CMAKE_CURRENT_SOURCE_DIR}/${pattern})
    if(NOT found)
      message(FATAL_ERROR "attest_${name}: FAST ${pattern} is no file")
    endif()
    list(APPEND fast ${found})
  endforeach()
  list(REMOVE_ITEM sources ${fast} "")
  if(sources)
    add_library(attest_${name} STATIC ${sources})
    target_link_libraries(attest_${name} PRIVATE attest_light)
    attest_compile_together(attest_${name} ${arg_UNIT})
    if(fast)
      add_library(attest_${name}_fast OBJECT ${fast})
      target_link_libraries(attest_${name}_fast PRIVATE attest_headers)
      attest_compile_together(attest_${name}_fast)
      target_sources(attest_${name} PRIVATE $<TARGET_OBJECTS:attest_${name}_fast>)
    endif()
  else()
    add_library(attest_${name} STATIC ${fast})
    attest_compile_together(attest_${name} ${arg_UNIT})
  endif()
  target_link_libraries(attest_${name} PUBLIC attest_options)
endfunction()

# attest_compile_alone(FILE [OPTIONS]): a unit of its own, with options of its own, without the precompiled header where
# these differ. (GCC would accept it for -O3 and then compile the functions behind a `#pragma GCC target` with the
# header's -O2.)
function(attest_compile_alone file)
  set_source_files_properties(${file} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  if(ARGC GREATER 1)
    set_source_files_properties(${file} PROPERTIES SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS "${ARGV1}")
  endif()
endfunction()

# Where one file is changed at a time again and again, and where calls of its functions are noted (tools/which-tests).
set(ATTEST_ALONE "" CACHE STRING "Files, from the top folder, that are compiled alone")
option(ATTEST_REACHED "Note which functions of ATTEST_ALONE are called (tests/reached)" OFF)

# attest_compile_together(TARGET [LIMIT [FOLDER]]): the sources are compiled together in units of LIMIT bytes or a little more
# (a third of that below FOLDER, where files change most), small folders in one unit. A unit costs about five seconds whatever
# it holds, since each makes the same templates anew (JSON, fmt, vectors).
function(attest_compile_together target)
  set(limit 256000)
  if(ARGC GREATER 1)
    set(limit ${ARGV1})
  endif()
  set(whole ${limit})
  set(unit "")
  set(filled 0)
  get_target_property(sources ${target} SOURCES)
  list(SORT sources)
  set(folder_before "")
  foreach(source IN LISTS sources)
    file(RELATIVE_PATH name ${CMAKE_SOURCE_DIR} ${source})
    if(name IN_LIST ATTEST_ALONE)
      attest_compile_alone(${source})
      if(ATTEST_REACHED)
        set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -finstrument-functions -finstrument-functions-exclude-file-list=/usr/)
      endif()
    endif()
    get_source_file_property(alone ${source} SKIP_UNITY_BUILD_INCLUSION)
    if(alone)
      continue()
    endif()
    get_filename_component(folder ${source} DIRECTORY)
    file(SIZE ${source} bytes)
    set(limit ${whole})
    if(ARGC GREATER 2 AND folder MATCHES "/${ARGV2}(/|$)")
      math(EXPR limit "${whole} / 3")
    endif()
    math(EXPR small "${limit} / 2")
    # A unit is called after its first file, so that a new folder leaves the units behind it as they are.
    if(unit STREQUAL "" OR filled GREATER_EQUAL limit OR
       (filled GREATER_EQUAL small AND NOT folder STREQUAL folder_before))
      file(RELATIVE_PATH unit ${CMAKE_SOURCE_DIR} ${source})
      string(MAKE_C_IDENTIFIER ${unit} unit)
      set(filled 0)
    endif()
    math(EXPR filled "${filled} + ${bytes}")
    set(folder_before ${folder})
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${unit})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(linked ${target} LINK_LIBRARIES)
  if(attest_light IN_LIST linked)
    target_precompile_headers(${target} REUSE_FROM attest_headers_light)
  else()
    target_precompile_headers(${target} REUSE_FROM attest_headers)
  endif()
endfunction()

# attest_embed_theorems(TARGET HEADER FUNCTION FOLDER...): the library TARGET, in which FUNCTION() gives the theorem files below
# the folders.
function(attest_embed_theorems target header function)
  attest_embed(${target} ${header} ${function} theorem ${ARGN})
endfunction()

# The same for files with another ending.
function(attest_embed target header function ending)
  list(TRANSFORM ARGN PREPEND ${CMAKE_SOURCE_DIR}/ OUTPUT_VARIABLE patterns)
  list(TRANSFORM patterns APPEND /*.${ending})
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${patterns})
  set(output ${CMAKE_BINARY_DIR}/${function}.cpp)
  set(script ${CMAKE_SOURCE_DIR}/tools/cmake/EmbedTexts.cmake)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_SOURCE_DIR} "-DFOLDERS=${ARGN}" -DENDING=${ending} -DHEADER=${header} -DFUNCTION=${function}
      -DOUTPUT=${output} -P ${script}
    DEPENDS ${files} ${script} VERBATIM)
  add_library(${target} STATIC ${output})
  target_link_libraries(${target} PRIVATE attest_options)
endfunction()
