#include "verification/cover/cases.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <atomic>
#include <exception>
#include <mutex>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "numeric/workers.hpp"

namespace attest::cover {

void each_case(std::size_t cases, const VerifyOptions& options,
               const std::function<void(std::size_t k)>& close) {
  std::atomic<std::uint64_t> done{0};
  std::mutex progress;
  const auto tell = [&] {
    if (!options.progress) return;
    const std::lock_guard lock(progress);
    options.progress(done.load(), Integer(cases));
  };
  tell();
  std::mutex refusals;
  std::exception_ptr refused;  // as it was thrown: callers tell one kind of refusal from another
  std::size_t refused_case = cases;
  Workers workers(options.threads);
  workers.execute([&] {
    tbb::parallel_for(
        std::size_t{0}, cases,
        [&](std::size_t k) {
          try {
            check_stop();
            close(k);
            ++done;
            tell();
          } catch (const Stopped&) {  // what it saw is in its results
          } catch (const UsageError&) {
            const std::lock_guard lock(refusals);
            if (k >= refused_case) return;
            refused = std::current_exception();
            refused_case = k;
          }
        },
        tbb::simple_partitioner());
  });
  if (refused) std::rethrow_exception(refused);
}

void add_case(Result& whole, Result&& seen, std::size_t start) {
  if (seen.tally.first_wrong) seen.tally.first_wrong->start = start;
  whole.tally.merge(seen.tally);
  whole.contexts_done += seen.contexts_done;
}

}  // namespace attest::cover
