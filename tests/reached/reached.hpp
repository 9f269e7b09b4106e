#pragma once

#include <string>

// Which functions of the files that are compiled with -finstrument-functions (ATTEST_ALONE with ATTEST_REACHED) were called.
namespace attest::reached {

// Forgets what was called so far.
void forget();

// Appends a line to the file that the environment variable ATTEST_REACHED names, where it is set: the name, the seconds, and the
// addresses (hexadecimal, from the beginning of the program) of the functions called since forget(), parted by tabulators.
void note(const std::string& name, double seconds);

}  // namespace attest::reached
