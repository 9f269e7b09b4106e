#include "lowerbounds/add_lowerbounds.hpp"

namespace attest {

void add_lowerbounds(Catalogue&) {}

}  // namespace attest
