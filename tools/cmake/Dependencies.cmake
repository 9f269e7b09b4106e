# The libraries attest stands on, all from Debian 12 (tools/setup installs them).
find_package(Boost 1.74 REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt 9 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(TBB REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)  # SHA-256 of input files
find_package(CLI11 2.1 REQUIRED)

# libzip: .npz files of exports. Its CMake package asks for programs that Debian packs apart.
find_library(ATTEST_ZIP zip REQUIRED)
find_path(ATTEST_ZIP_INCLUDE zip.h REQUIRED)

find_library(ATTEST_GMP gmp REQUIRED)
find_library(ATTEST_MPFR mpfr REQUIRED)
find_library(ATTEST_FLINT flint REQUIRED)
# Arb is a library of its own before FLINT 3 (Debian calls it flint-arb) and a part of FLINT since.
find_library(ATTEST_ARB NAMES flint-arb arb)
find_path(ATTEST_ARB_INCLUDE arb.h PATH_SUFFIXES flint REQUIRED)

add_library(attest_arithmetic INTERFACE)
target_include_directories(attest_arithmetic SYSTEM INTERFACE ${ATTEST_ARB_INCLUDE} ${Boost_INCLUDE_DIRS})
target_link_libraries(attest_arithmetic INTERFACE
  $<$<BOOL:${ATTEST_ARB}>:${ATTEST_ARB}> ${ATTEST_FLINT} ${ATTEST_MPFR} ${ATTEST_GMP} Eigen3::Eigen fmt::fmt)
