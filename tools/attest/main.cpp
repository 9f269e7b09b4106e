// attest: run the theorems behind attention mechanisms. Signals, the words of the command line, the exit status; program.hpp does
// the rest.
#include <csignal>

#include "numeric/interval.hpp"
#include "tools/attest/interrupt.hpp"
#include "tools/attest/program.hpp"
#include "tools/attest/rank.hpp"

int main(int argc, char** argv) {
  std::vector<std::string> words{"attest"};
  for (int k = 1; k < argc; ++k) words.emplace_back(argv[k]);
  attest::install_interrupt_handler();
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is a write error like any other
  const int status = attest::run_among_ranks(words, attest::run_program);
  attest::release_thread_caches();
  return status;
}
