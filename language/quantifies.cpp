#include "language/quantifies.hpp"

#include <algorithm>

namespace attest::language {

bool quantifies(const Expression& e) {
  return e->op == Op::quantifier || std::any_of(e->children.begin(), e->children.end(), quantifies);
}

}  // namespace attest::language
