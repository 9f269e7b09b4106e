#include "lowerbounds/communication/protocol.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace attest {

namespace {

void drop_trailing_zeros(std::vector<long>& coefficients) {
  while (!coefficients.empty() && coefficients.back() == 0) coefficients.pop_back();
}

}  // namespace

CountInN::CountInN(long slope, long constant) : coefficients_{constant, slope} {
  drop_trailing_zeros(coefficients_);
}

CountInN operator+(const CountInN& a, const CountInN& b) {
  CountInN sum;
  sum.coefficients_.resize(std::max(a.coefficients_.size(), b.coefficients_.size()));
  for (std::size_t i = 0; i < a.coefficients_.size(); ++i) sum.coefficients_[i] += a.coefficients_[i];
  for (std::size_t i = 0; i < b.coefficients_.size(); ++i) sum.coefficients_[i] += b.coefficients_[i];
  drop_trailing_zeros(sum.coefficients_);
  return sum;
}

CountInN operator*(const CountInN& a, const CountInN& b) {
  CountInN product;
  product.coefficients_.resize(a.coefficients_.size() + b.coefficients_.size());
  for (std::size_t i = 0; i < a.coefficients_.size(); ++i) {
    for (std::size_t j = 0; j < b.coefficients_.size(); ++j) {
      product.coefficients_[i + j] += a.coefficients_[i] * b.coefficients_[j];
    }
  }
  drop_trailing_zeros(product.coefficients_);
  return product;
}

std::string CountInN::to_string() const {
  std::string text;
  for (std::size_t i = coefficients_.size(); i-- > 0;) {
    const long c = coefficients_[i];
    if (c == 0) continue;
    if (text.empty()) {
      if (c < 0) text += "-";
    } else {
      text += c < 0 ? " - " : " + ";
    }
    const long size = c < 0 ? -c : c;
    const std::string letter = i == 0 ? "" : i == 1 ? "n" : fmt::format("n^{}", i);
    if (letter.empty()) {
      text += std::to_string(size);
    } else {
      text += size == 1 ? letter : fmt::format("{}*{}", size, letter);
    }
  }
  return text.empty() ? "0" : text;
}

std::vector<BlockTuple> all_block_tuples(const Protocol& protocol) {
  std::vector<BlockTuple> tuples{{}};
  for (int variable = 0; variable < protocol.variables; ++variable) {
    std::vector<BlockTuple> longer;
    longer.reserve(tuples.size() * protocol.blocks.size());
    for (const BlockTuple& tuple : tuples) {
      for (std::size_t block = 0; block < protocol.blocks.size(); ++block) {
        longer.push_back(tuple);
        longer.back().push_back(static_cast<int>(block));
      }
    }
    tuples = std::move(longer);
  }
  return tuples;
}

BlockSet blocks_of(const BlockTuple& tuple) {
  BlockSet set = 0;
  for (const int block : tuple) set |= BlockSet{1} << block;
  return set;
}

CountInN index_tuples(const Protocol& protocol, const BlockTuple& tuple) {
  CountInN product(0, 1);
  for (const int block : tuple) product = product * protocol.blocks[static_cast<std::size_t>(block)].size;
  return product;
}

CountInN index_tuples(const Protocol& protocol, const std::vector<BlockTuple>& tuples) {
  CountInN sum;
  for (const BlockTuple& tuple : tuples) sum = sum + index_tuples(protocol, tuple);
  return sum;
}

std::string to_string(const Protocol& protocol, const BlockTuple& tuple) {
  std::vector<std::string> names;
  for (const int block : tuple) names.push_back(protocol.blocks[static_cast<std::size_t>(block)].name);
  return fmt::format("({})", fmt::join(names, ", "));
}

std::vector<std::string> block_names(const Protocol& protocol, BlockSet set) {
  std::vector<std::string> names;
  for (std::size_t block = 0; block < protocol.blocks.size(); ++block) {
    if ((set >> block & 1U) != 0) names.push_back(protocol.blocks[block].name);
  }
  return names;
}

}  // namespace attest
