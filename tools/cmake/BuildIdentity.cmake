# Run at every build (cmake -DSOURCE=... -DOUTPUT=... -P): writes the build's identity into OUTPUT, only where it changed,
# so that a new commit compiles one small file. It is the commit, with a hash of the changes where there are any; without
# git a hash of the sources.
set(identity "")
find_package(Git QUIET)
if(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse HEAD WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE identity OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${GIT_EXECUTABLE} diff --no-ext-diff HEAD -- WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE changes ERROR_QUIET)
  if(identity AND NOT changes STREQUAL "")
    string(SHA256 hash "${changes}")
    string(SUBSTRING ${hash} 0 12 hash)
    string(APPEND identity "-dirty-${hash}")
  endif()
endif()
if(NOT identity)
  set(hashes "")
  foreach(folder numeric claims ranks language tasks attention verification algorithms protocols precision theorems
      constructions reductions lowerbounds tools library)
    file(GLOB_RECURSE files ${SOURCE}/${folder}/*.cpp ${SOURCE}/${folder}/*.hpp ${SOURCE}/${folder}/*.inc)
    list(SORT files)
    foreach(file IN LISTS files)
      file(SHA256 ${file} hash)
      string(APPEND hashes ${hash})
    endforeach()
  endforeach()
  string(SHA256 hash "${hashes}")
  string(SUBSTRING ${hash} 0 12 hash)
  set(identity "sources-${hash}")
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [=[#include "tools/attest/build_identity.hpp"

namespace attest {

const char* build_identity() {
  return "@identity@";
}

}  // namespace attest
]=] @ONLY)
