// Summing over index tuples along a forest, for any algebra.
//
// An algebra says what is summed:
//   Element                      a value such as (weight, weighted value)
//   zero(), one()                neutral elements of add and multiply
//   node(v, l)                   what choosing token l for node v contributes by itself, the query's
//                                factor included where v touches the query
//   multiply(a, b)               independent choices
//   add_edge(sum, v, l, p, m, e) adds to `sum` the element e of choice l for node v, seen from choice m
//                                for its parent p
//   add(sum, e)
#pragma once

#include <cstddef>
#include <vector>

#include "attention/forest.hpp"

namespace attest {

template <class Algebra>
typename Algebra::Element sum_along_forest(const Forest& forest, std::size_t length, Algebra& algebra) {
  using Element = typename Algebra::Element;
  std::vector<std::vector<Element>> messages(forest.size());  // [node][token of its parent]
  Element total = algebra.one();
  for (std::size_t index = 0; index < forest.size(); ++index) {
    const ForestNode& node = forest[index];
    std::vector<Element> here;
    here.reserve(length);
    for (std::size_t l = 0; l < length; ++l) {
      Element element = algebra.node(node, l);
      for (const std::size_t child : node.children) element = algebra.multiply(element, messages[child][l]);
      here.push_back(std::move(element));
    }
    if (node.parent) {
      const ForestNode& parent = forest[*node.parent];
      for (std::size_t m = 0; m < length; ++m) {
        Element sum = algebra.zero();
        for (std::size_t l = 0; l < length; ++l) algebra.add_edge(sum, node, l, parent, m, here[l]);
        messages[index].push_back(std::move(sum));
      }
    } else {
      Element sum = algebra.zero();
      for (std::size_t l = 0; l < length; ++l) algebra.add(sum, here[l]);
      total = algebra.multiply(total, sum);
    }
  }
  return total;
}

}  // namespace attest
