#include "reductions/anna/low_rank_protocol.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <stdexcept>

#include "protocols/protocol_builder.hpp"
#include "reductions/anna/bucket_plan.hpp"

namespace attest {

namespace {

using mpc::Item;
using mpc::Memory;
using mpc::Message;
using mpc::Words;

// The machine of a node of the tree: tokens are level 0.
class Tree {
 public:
  explicit Tree(const LowRankShape& shape) : arity_(shape.fan_out()) {
    levels_ = tree_levels(shape.tokens, arity_);
    long base = 0;
    for (const long count : levels_) {
      base_.push_back(base);
      base += count;
    }
    machines_ = base;
  }
  long machines() const { return machines_; }
  long depth() const { return static_cast<long>(levels_.size()) - 1; }
  long level_of(long machine) const {
    long level = 0;
    while (level < depth() && machine > base_[level + 1]) ++level;
    return level;
  }
  long parent(long machine) const {
    const long level = level_of(machine);
    return base_[level + 1] + (machine - base_[level] + arity_ - 1) / arity_;
  }
  std::vector<long> children(long machine) const {
    const long level = level_of(machine);
    const long index = machine - base_[level];
    std::vector<long> result;
    for (long c = (index - 1) * arity_ + 1; c <= std::min(levels_[level - 1], index * arity_); ++c)
      result.push_back(base_[level - 1] + c);
    return result;
  }

 private:
  long arity_;
  std::vector<long> levels_;
  std::vector<long> base_;
  long machines_ = 0;
};

// The sum of the matrices in a memory, but for what the machine itself sent (a token's word).
Words sum_of(const Memory& memory, long machine) {
  Words sum;
  for (const Item& item : memory) {
    if (item.tag == machine) continue;
    sum.resize(std::max(sum.size(), item.words.size()), 0);
    for (std::size_t e = 0; e < item.words.size(); ++e) sum[e] += item.words[e];
  }
  return sum;
}

Words outer_product(const LowRankToken& token) {
  Words product;
  for (const long k : token.key) {
    for (const long v : token.value) product.push_back(k * v);
  }
  return product;
}

// Tokens keep their word until the end; there is nothing else that a machine keeps.
std::vector<Message> remember(const Tree& tree, long machine, const Memory& memory) {
  std::vector<Message> sent;
  if (tree.level_of(machine) != 0) return sent;
  for (const Item& item : memory) sent.push_back({machine, item.words});
  return sent;
}

}  // namespace

std::string LowRankShape::defect() const {
  if (tokens > 1 && fan_out() < 2)
    return fmt::format("floor(s/rm) = {}: the tree over {} tokens never ends, s must be at least 2rm = {}",
                       fan_out(), tokens, 2 * rank * width);
  return {};
}

long LowRankShape::depth() const {
  return static_cast<long>(tree_levels(tokens, fan_out()).size()) - 1;
}

long LowRankShape::entry_bits() const {
  const long top = letters - 1;
  return mpc::bits_for(std::max(1L, rank * tokens * top * top * top));
}

LowRankToken low_rank_token(const LowRankShape& shape, mpc::Value word) {
  std::vector<long> digits(shape.entries());
  for (long e = shape.entries(); e-- > 0; word /= shape.letters)
    digits[e] = static_cast<long>(word % shape.letters);
  LowRankToken token;
  token.query.assign(digits.begin(), digits.begin() + shape.rank);
  token.key.assign(digits.begin() + shape.rank, digits.begin() + 2 * shape.rank);
  token.value.assign(digits.begin() + 2 * shape.rank, digits.end());
  return token;
}

mpc::Protocol low_rank_protocol(const LowRankShape& shape) {
  if (!shape.defect().empty()) throw std::invalid_argument(shape.defect());
  const Tree tree(shape);
  mpc::Protocol protocol;
  protocol.name = "low-rank attention";
  protocol.inputs = shape.tokens;
  protocol.machines = tree.machines();
  protocol.memory = shape.memory;
  mpc::Value largest = 1;
  for (long e = 0; e < shape.entries(); ++e) {
    largest *= shape.letters;
    if (largest >> 40 != 0) throw std::invalid_argument("a token's entries do not fit into a word");
  }
  protocol.word_bits = std::max(mpc::bits_for(largest - 1), shape.width * shape.entry_bits());
  if (protocol.word_bits > 62) throw std::invalid_argument("a row of the output does not fit into a word");

  protocol.rounds.push_back([](long, const Memory& share) {
    std::vector<Message> sent;
    for (const Item& item : share) sent.push_back({item.tag, item.words});
    return sent;
  });
  const long depth = tree.depth();
  if (depth > 0) {
    protocol.rounds.push_back([tree, shape](long machine, const Memory& memory) {
      std::vector<Message> sent = remember(tree, machine, memory);
      if (tree.level_of(machine) == 0 && !memory.empty())
        sent.push_back(
            {tree.parent(machine), outer_product(low_rank_token(shape, memory.front().words.front()))});
      return sent;
    });
  }
  for (long level = 1; level < depth; ++level) {
    protocol.rounds.push_back([tree, level](long machine, const Memory& memory) {
      std::vector<Message> sent = remember(tree, machine, memory);
      if (tree.level_of(machine) == level) sent.push_back({tree.parent(machine), sum_of(memory, machine)});
      return sent;
    });
  }
  for (long level = depth; level >= 1; --level) {
    protocol.rounds.push_back([tree, level](long machine, const Memory& memory) {
      std::vector<Message> sent = remember(tree, machine, memory);
      if (tree.level_of(machine) != level) return sent;
      const Words matrix = sum_of(memory, machine);  // at the root the sum, below the one matrix from above
      for (const long child : tree.children(machine)) sent.push_back({child, matrix});
      return sent;
    });
  }
  protocol.rounds.push_back([tree, shape](long machine, const Memory& memory) {
    std::vector<Message> sent;
    if (tree.level_of(machine) != 0 || machine > shape.tokens || memory.empty()) return sent;
    const bool alone = shape.tokens == 1;
    mpc::Value own = 0;
    for (const Item& item : memory) {
      if (alone || item.tag == machine) own = item.words.front();
    }
    const LowRankToken token = low_rank_token(shape, own);
    Words matrix = alone ? outer_product(token) : sum_of(memory, machine);
    matrix.resize(shape.rank * shape.width, 0);
    Words row(shape.width, 0);
    for (long a = 0; a < shape.rank; ++a) {
      for (long b = 0; b < shape.width; ++b) row[b] += token.query[a] * matrix[a * shape.width + b];
    }
    sent.push_back({(machine + shape.memory - 1) / shape.memory, {mpc::pack(row, shape.entry_bits())}});
    return sent;
  });
  protocol.output = [](long, const Memory& memory) {
    Words words;
    for (const Item& item : memory) words.insert(words.end(), item.words.begin(), item.words.end());
    return words;
  };
  return protocol;
}

mpc::Words low_rank_direct(const LowRankShape& shape, const mpc::Words& input) {
  using Matrix = Eigen::Matrix<std::int64_t, Eigen::Dynamic, Eigen::Dynamic>;
  Matrix Q(shape.tokens, shape.rank);
  Matrix K(shape.tokens, shape.rank);
  Matrix V(shape.tokens, shape.width);
  for (long i = 0; i < shape.tokens; ++i) {
    const LowRankToken token = low_rank_token(shape, input[i]);
    for (long a = 0; a < shape.rank; ++a) Q(i, a) = token.query[a];
    for (long a = 0; a < shape.rank; ++a) K(i, a) = token.key[a];
    for (long b = 0; b < shape.width; ++b) V(i, b) = token.value[b];
  }
  const Matrix product = Q * (K.transpose() * V);
  mpc::Words words;
  for (long i = 0; i < shape.tokens; ++i) {
    mpc::Words row;
    for (long b = 0; b < shape.width; ++b) row.push_back(product(i, b));
    words.push_back(mpc::pack(row, shape.entry_bits()));
  }
  return words;
}

}  // namespace attest
