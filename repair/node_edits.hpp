// What may stand in the place of one node of an expression (tree_edits.hpp has the costs).
#pragma once

#include <string>
#include <vector>

#include "repair/sites.hpp"

namespace attest::theorems::repair {

// Where a node stands in its expression.
struct NodeContext {
  bool exponent = false;    // b^THIS
  bool address = false;     // phi_THIS, stream.THIS
  bool coordinate = false;  // of a tuple
  bool labelled = false;    // the coordinates have names
  bool whole = true;        // neither exponent nor address
};

struct NodeEdit {
  Expression result;
  int cost = 0;
  std::string kind;
};

std::vector<NodeEdit> node_edits(const Expression& e, const Site& site, const Vocabulary& names,
                                 const NodeContext& context);

// Of a whole expression: another sign, another factor.
std::vector<NodeEdit> root_edits(const Expression& e, const Site& site, const Vocabulary& names);

}  // namespace attest::theorems::repair
