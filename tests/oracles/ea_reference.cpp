#include "oracles/ea_reference.hpp"

#include <fstream>

namespace oracle {

const attest::Json& ea_reference() {
  static const attest::Json document =
      attest::Json::parse(std::ifstream(ATTEST_TEST_DATA "/oracles/ea_reference.json"));
  return document;
}

}  // namespace oracle
