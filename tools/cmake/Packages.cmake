# Debian packages: `cpack -G DEB` in a build folder, each with the dependencies that dpkg-shlibdeps finds in its programs: attest (the
# programs) and, in that of the preset `library`, libattest-dev (header, libattest.so, CMake package) and python3-attest.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "attest")
set(CPACK_PACKAGE_CONTACT "the attest developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME attest)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "The programs attest, attest-check, attest-check-cover, attest-check-shattering and attest-check-reduction, with man pages and completions.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "coq")

# What `mpirun attest` loads, apart, since it brings MPI along.
if(TARGET attest_mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_NAME attest-mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "attest (= ${PROJECT_VERSION}), openmpi-bin")
  set(CPACK_COMPONENT_MPI_DESCRIPTION "attest under mpirun: several ranks for one run.")
endif()

if(TARGET attest_shared)
  list(APPEND CPACK_COMPONENTS_ALL library)
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libattest-dev)
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
  set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "attest as a library: libattest.so, its header and its CMake package.")
endif()

if(TARGET attest_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-attest)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION "The Python module attest.")
  # What dpkg-shlibdeps cannot see: the interpreter whose modules these are, and NumPy.
  math(EXPR next "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}), python3 (<< ${Python_VERSION_MAJOR}.${next}), python3-numpy")
endif()
include(CPack)
