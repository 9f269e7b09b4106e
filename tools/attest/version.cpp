#include "tools/attest/version.hpp"

#include <arb.h>
#include <flint/flint.h>
#include <fmt/format.h>
#include <gmp.h>
#include <mpfr.h>
#include <oneapi/tbb/version.h>
#include <Eigen/Core>
#include <boost/version.hpp>
#include <nlohmann/json.hpp>

#include "tools/attest/command_line.hpp"

namespace attest {

std::string version() {
  return ATTEST_VERSION;
}

std::string version_with_libraries() {
  std::string text = fmt::format("attest {}\n", version());
  const auto line = [&](const char* name, const std::string& number) {
    text += fmt::format("  {:<18}{}\n", name, number);
  };
  line("Boost",
       fmt::format("{}.{}.{}", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100));
  line("GMP", gmp_version);
  line("MPFR", mpfr_get_version());
  line("FLINT", FLINT_VERSION);
  line("Arb", arb_version);
  line("Eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION));
  line("oneTBB", TBB_runtime_version());
  line("nlohmann-json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                                    NLOHMANN_JSON_VERSION_PATCH));
  line("fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100));
  line("CLI11", command_line_library());
  return text;
}

}  // namespace attest
