#include "oracles/reference.hpp"

#include <fstream>

namespace oracle {

std::string folder() {
  return ATTEST_TEST_DATA "/oracles";
}

const attest::Json& reference() {
  static const attest::Json document = attest::Json::parse(std::ifstream(folder() + "/reference.json"));
  return document;
}

bool agrees(const attest::Interval& enclosure, const std::string& decimal) {
  attest::Interval value;
  arb_set_str(value.ball(), decimal.c_str(), 256);
  // The last of 40 digits is rounded: a radius of 10^-38 relative to one covers it for |y| < 100.
  attest::Interval slack;
  arb_set_str(slack.ball(), "0 +/- 1e-38", 256);
  return arb_overlaps((value + slack).ball(), enclosure.ball()) != 0;
}

attest::Interval between(const std::string& lower, const std::string& upper) {
  attest::Interval a;
  attest::Interval b;
  attest::Interval result;
  arb_set_str(a.ball(), lower.c_str(), 256);
  arb_set_str(b.ball(), upper.c_str(), 256);
  arb_union(result.ball(), a.ball(), b.ball(), 256);
  return result;
}

}  // namespace oracle
