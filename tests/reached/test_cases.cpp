#define CATCH_CONFIG_EXTERNAL_INTERFACES  // for a listener
#include <chrono>

#include <catch2/catch.hpp>

#include "tests/reached/reached.hpp"

namespace {

// Notes of each test case what it calls.
class TestCases : public Catch::TestEventListenerBase {
 public:
  using TestEventListenerBase::TestEventListenerBase;

  void testCaseStarting(const Catch::TestCaseInfo& /*test*/) override {
    attest::reached::forget();
    start_ = std::chrono::steady_clock::now();
  }

  void testCaseEnded(const Catch::TestCaseStats& test) override {
    attest::reached::note(test.testInfo.name,
                          std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count());
  }

 private:
  std::chrono::steady_clock::time_point start_;
};

CATCH_REGISTER_LISTENER(TestCases)

}  // namespace
