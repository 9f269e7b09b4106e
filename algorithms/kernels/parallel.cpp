#include "algorithms/kernels/parallel.hpp"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>

#include <atomic>

#include "claims/stop.hpp"
#include "numeric/workers.hpp"

namespace attest::kernels {

int number_of_threads(const KernelOptions& options) {
  return options.threads > 0 ? options.threads : tbb::info::default_concurrency();
}

void for_blocks(std::ptrdiff_t blocks, const KernelOptions& options,
                const std::function<void(std::size_t, std::ptrdiff_t)>& work) {
  const int threads = number_of_threads(options);
  std::atomic<std::ptrdiff_t> next{0};
  // Every worker takes the next block until there is none.
  const auto run = [&](std::size_t worker) {
    for (std::ptrdiff_t block = next++; block < blocks; block = next++) {
      if (options.stop && options.stop()) throw Stopped();
      work(worker, block);
    }
  };
  if (threads == 1 || blocks <= 1) return run(0);
  Workers(threads).execute(
      [&] { tbb::parallel_for(std::size_t{0}, static_cast<std::size_t>(threads), run); });
}

}  // namespace attest::kernels
