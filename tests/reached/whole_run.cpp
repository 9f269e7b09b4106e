#include "tests/reached/reached.hpp"

namespace {

// Notes at the end of the program what it called.
struct WholeRun {
  ~WholeRun() { attest::reached::note("", 0); }
} whole_run;

}  // namespace
