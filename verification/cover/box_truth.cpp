#include "verification/cover/box_truth.hpp"

namespace attest {

bool BoxTruth::is_symmetric(std::size_t which, const std::vector<Exchange>& exchanges) const {
  return form() != Form::whole && are_symmetric(conditions(which), exchanges);
}

}  // namespace attest
