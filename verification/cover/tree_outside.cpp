// T = sum over t != w of exp(-(S_w - S_t) unit) along a forest, with a relative accuracy that does not depend on how small it is.
//
// Let w be a tuple with S_w = sum M_e, M_e the largest score of edge e. Then exp(-(S_w - S_t) unit) = prod_e exp(-d_e unit) with
// d_e = M_e - S_e >= 0, and 1 + T is the sum of these products over all tuples. From the leaves inward two bounds are kept for each row
// of the parent: `top` bounds the sum over one choice of tokens (one tuple below), which is a product of numbers up to 1 and never
// exceeds 1; `rest` bounds the sum over all others. As in tree_bound.cpp each token takes the symbols that are worst for itself. At the
// end top <= 1 and 1 + T <= top + rest, so that T <= rest.
//
// All numbers are sums and products of nonnegative long doubles. Each is the result of at most (2 tokens + 16) (nodes + 1) operations in a
// row, which one factor at the end covers; products that leave the normal numbers are raised to the least of them.
#include <algorithm>
#include <cmath>
#include <limits>

#include "claims/stop.hpp"
#include "verification/cover/tree_bound.hpp"
#include "verification/cover/value_bound.hpp"

namespace attest::cover {

using attention::Token;

namespace {

long double normal_product(long double a, long double b) {
  if (a == 0 || b == 0) return 0;
  return std::max(a * b, std::numeric_limits<long double>::min());
}

using Parts = TreeParts;

constexpr std::size_t most_kept_messages = 64;

Parts product(const Parts& a, const Parts& b) {
  return {normal_product(a.top, b.top),
          normal_product(a.top, b.rest) + normal_product(a.rest, b.top) + normal_product(a.rest, b.rest)};
}

}  // namespace

std::shared_ptr<const TreeMessage> TreeMessages::find(std::size_t node, const Rows& rows) const {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find({node, rows});
  return found == known_.end() ? nullptr : found->second;
}

void TreeMessages::keep(std::size_t node, const Rows& rows, std::shared_ptr<const TreeMessage> message) {
  const std::lock_guard lock(mutex_);
  if (known_.size() < most_kept_messages) known_.emplace(std::pair{node, rows}, std::move(message));
}

// What a node's tokens weigh for each row of its parent, `rows` being those that they can have and `below` the messages of all nodes before
// it.
std::shared_ptr<const TreeMessage> TreeBound::message_of(
    std::size_t n, const TreeMessages::Rows& rows,
    const std::vector<std::shared_ptr<const TreeMessage>>& below) const {
  const Node& node = nodes_[n];
  const std::size_t own = tables_->class_of[node.variable].size();
  std::vector<Parts> here(own);
  for (std::size_t row = 0; row < own; ++row) {
    if (!node.far_query.empty()) here[row].top = node.far_query[row];
    for (const std::size_t child : node.children) here[row] = product(here[row], (*below[child])[row]);
  }
  const std::size_t parents = node.parent ? tables_->class_of[nodes_[*node.parent].variable].size() : 1;
  TreeMessage message(parents, Parts{0, 0});
  std::vector<Parts> most(parents);
  for (const std::vector<std::uint32_t>& of_token : rows) {
    std::fill(most.begin(), most.end(), Parts{0, 0});
    for (const std::uint32_t row : of_token) {
      for (std::size_t p = 0; p < parents; ++p) {
        const long double weight = node.parent ? node.edge->far[row * parents + p] : 1;
        most[p].top = std::max(most[p].top, normal_product(here[row].top, weight));
        most[p].rest = std::max(most[p].rest, normal_product(here[row].rest, weight));
      }
    }
    for (std::size_t p = 0; p < parents; ++p) {
      // The token with the most is the top one, the others belong to the rest.
      if (most[p].top > message[p].top) std::swap(most[p].top, message[p].top);
      message[p].rest += most[p].top + most[p].rest;
    }
  }
  return std::make_shared<const TreeMessage>(std::move(message));
}

// `symbols` null: the receiver's alone.
long double TreeBound::outside(const std::vector<std::int32_t>* symbols) {
  const std::size_t tokens = head_.roles.front().size();
  std::vector<std::shared_ptr<const TreeMessage>> messages;  // [node]
  Parts total;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {  // children come first
    check_stop();
    const Node& node = nodes_[n];
    TreeMessages::Rows fixed;
    for (Token t = 0; symbols != nullptr && t < tokens; ++t)
      fixed.push_back(rows_of(node.variable, t, *symbols));
    const TreeMessages::Rows& rows = symbols == nullptr ? node.free_rows : fixed;
    const bool shared = symbols == nullptr && node.far_query.empty() && node.children.empty();
    std::shared_ptr<const TreeMessage> message = shared ? tables_->messages.find(n, rows) : nullptr;
    if (!message) {
      message = message_of(n, rows, messages);
      if (shared) tables_->messages.keep(n, rows, message);
    }
    if (!node.parent) total = product(total, message->front());
    messages.push_back(std::move(message));
  }
  const auto operations = static_cast<long double>((2 * tokens + 16) * (nodes_.size() + 1));
  return above(total.rest * (1 + operations * 0x1p-62L));
}

std::optional<TreeBound::Near> TreeBound::near(const std::vector<std::int32_t>& symbols, bool common) {
  if (!common) return found_near(symbols, false);
  if (last_symbols_ != symbols) {
    last_near_ = found_near(symbols, true);
    last_symbols_ = symbols;
  }
  return last_near_;
}

std::optional<TreeBound::Near> TreeBound::found_near(const std::vector<std::int32_t>& symbols, bool common) {
  const auto best = best_fixed(symbols);
  if (!best) return std::nullopt;
  long largest = 0;
  for (const Node& node : nodes_) largest = sum_of(largest, sum_of(node.query_largest, node.edge->largest));
  if (best->score != largest) return std::nullopt;
  if (common && !outside_) outside_ = outside(nullptr);
  Near near;
  near.leaf = best->leaf;
  near.outside = common ? *outside_ : outside(&symbols);
  near.deviation =
      static_cast<long double>(std::max({0L, sum_of(best->leaf, -lowest_), sum_of(highest_, -best->leaf)}));
  return near;
}

bool TreeBound::shows_unique_by_all(const std::vector<std::int32_t>& symbols) {
  const auto known = near(symbols, true);
  return known && known->outside < 1;
}

// |E f - f(w)| <= deviation * T, strictly within the distance of f(w) from a wrong output.
bool TreeBound::shows_right_by_all(const std::vector<std::int32_t>& symbols, long truth) {
  const auto known = near(symbols, true);
  if (!known) return false;
  long distance = truth == 1 ? known->leaf : -known->leaf;
  if (problem_.task().decision() == Decision::nearest) {
    const long whole = problem_.denominator();
    distance = whole / 2 - std::abs(sum_of(known->leaf, -product_of(whole, truth)));
  }
  return distance > 0 &&
         static_cast<long double>(distance) > attest::cover::above(known->deviation * known->outside);
}

}  // namespace attest::cover
